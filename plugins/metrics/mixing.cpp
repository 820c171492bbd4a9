// How well chains mix: effective sample sizes, split R-hat, Monte Carlo error.
#include "skald/metric.hpp"
#include "skald/parts/metrics/batch_means.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"

namespace {

using skald::Batches;
using skald::Index;
using skald::Observables;

// NaN if an entry is.
double largest(const Eigen::VectorXd& x) { return x.maxCoeff<Eigen::PropagateNaN>(); }
double smallest(const Eigen::VectorXd& x) { return x.minCoeff<Eigen::PropagateNaN>(); }

// One entry for each coordinate.
template <class F>
Eigen::VectorXd of_each(const Batches& batches, F of) {
  Eigen::VectorXd found(batches.coordinates);
  for (Index i = 0; i < batches.coordinates; ++i) found[i] = of(batches, i);
  return found;
}

double ess(const Observables& run) {
  return smallest(of_each(run.mixing().scores, skald::batched_ess));
}

double ess_tail(const Observables& run) {
  const skald::Mixing mixing = run.mixing();
  return smallest(Eigen::Vector2d(smallest(of_each(mixing.low, skald::batched_ess)),
                                  smallest(of_each(mixing.high, skald::batched_ess))));
}

double r_hat(const Observables& run) {
  return largest(skald::split_r_hats(run.coordinate_batches()));
}

double mcse(const Observables& run) {
  return largest(of_each(run.mixing().values, skald::batched_error));
}

constexpr skald::Family family{
    "mixing",
    std::array{
        skald::metric<ess>(
            {.name = "ess",
             .version = "2",
             .numerics_revision = 2,
             .summary = "Bulk effective sample size of all chains together: of the normal scores "
                        "of ranks, over halves of chains, from autocorrelations truncated by "
                        "Geyer's initial monotone sequence; the smallest over at most 32 "
                        "coordinates; as skald posterior has it, for runs of any length",
             .reference = "Vehtari, Gelman, Simpson, Carpenter and Bürkner 2021, section 4.3"},
            {.unit = "draw",
             .preferred = skald::Preferred::larger,
             .needs = skald::Need::mixing,
             .place = 330,
             .scale = skald::Scale::positive}),
        skald::metric<r_hat>(
            {.name = "r_hat",
             .version = "1",
             .numerics_revision = 1,
             .summary = "Split R-hat over the halves of all chains, the largest over at most 1024 "
                        "coordinates (Gelman et al., Bayesian Data Analysis, section 11.4)",
             .reference = "Gelman et al., Bayesian Data Analysis, section 11.4"},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::coordinate_batches,
             .place = 340,
             .scale = skald::Scale::positive}),
        skald::metric<mcse>(
            {.name = "mcse",
             .version = "2",
             .numerics_revision = 2,
             .summary = "Monte Carlo standard error of a coordinate's mean over all draws and "
                        "chains: sd / sqrt(effective sample size of the mean), which is found like "
                        "ess without ranks; the largest over at most 32 coordinates",
             .reference = "Vehtari, Gelman, Simpson, Carpenter and Bürkner 2021, section 4.4"},
            {.unit = "theta",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::mixing,
             .place = 350,
             .scale = skald::Scale::positive}),
        skald::metric<ess_tail>(
            {.name = "ess_tail",
             .version = "1",
             .numerics_revision = 1,
             .summary = "Tail effective sample size of all chains together: the smaller one of "
                        "those of the shares of draws at or below the 5 % and the 95 % quantile, "
                        "found like ess; the smallest over at most 32 coordinates",
             .reference = "Vehtari, Gelman, Simpson, Carpenter and Bürkner 2021, section 4.3"},
            {.unit = "draw",
             .preferred = skald::Preferred::larger,
             .needs = skald::Need::mixing,
             .place = 360,
             .scale = skald::Scale::positive})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
