// How well chains mix: effective sample sizes, R-hat, Monte Carlo error.
#include "skald/metric.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"

namespace {

using skald::Batches;
using skald::Index;
using skald::Observables;

// NaN if an entry is.
double largest(const Eigen::VectorXd& x) { return x.maxCoeff<Eigen::PropagateNaN>(); }
double smallest(const Eigen::VectorXd& x) { return x.minCoeff<Eigen::PropagateNaN>(); }

double ess(const Observables& run) { return smallest(skald::effective_sizes(run.mixing().scores)); }

double ess_tail(const Observables& run) {
  const skald::Mixing mixing = run.mixing();
  return smallest(Eigen::Vector2d(smallest(skald::effective_sizes(mixing.low)),
                                  smallest(skald::effective_sizes(mixing.high))));
}

double r_hat(const Observables& run) { return largest(skald::rank_r_hats(run.mixing())); }

double mcse(const Observables& run) {
  const Batches values = run.mixing().values;
  const auto error = [&](Index i) { return skald::batched_error(values, i); };
  return largest(Eigen::VectorXd::NullaryExpr(values.coordinates, error));
}

constexpr skald::Family family{
    "mixing",
    std::array{
        skald::metric<ess>(
            {.name = "ess",
             .version = "3",
             .numerics_revision = 3,
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
             .version = "3",
             .numerics_revision = 3,
             .summary = "R-hat over the halves of all chains: the larger one of those of the "
                        "normal scores of ranks and of the ranks of distances from the median; "
                        "the largest over at most 32 coordinates; as skald posterior has it, for "
                        "runs of any length; recorded of every run that averages draws, whether "
                        "it is named or not",
             .reference = "Vehtari, Gelman, Simpson, Carpenter and Bürkner 2021, section 4.1"},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::mixing,
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
             .version = "2",
             .numerics_revision = 2,
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
