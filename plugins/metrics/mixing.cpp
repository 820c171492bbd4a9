// How well chains mix: effective sample size, split R-hat, Monte Carlo error.
#include <limits>

#include "skald/metric.hpp"
#include "skald/parts/metrics/batch_means.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "skald/parts/metrics/undefined.hpp"

namespace {

using skald::ConstBlock;
using skald::Index;
using skald::Observables;

// NaN if an entry is.
double largest(const Eigen::VectorXd& x) { return x.maxCoeff<Eigen::PropagateNaN>(); }
double smallest(const Eigen::VectorXd& x) { return x.minCoeff<Eigen::PropagateNaN>(); }

double ess(const Observables& run) {
  return smallest(skald::effective_sample_sizes(run.coordinate_batches()));
}

double r_hat(const Observables& run) {
  return largest(skald::split_r_hats(run.coordinate_batches()));
}

double mcse(const Observables& run) {
  return largest(skald::standard_errors(run.coordinate_batches()));
}

// The draws of one coordinate: draws x chains.
Eigen::MatrixXd coordinate(ConstBlock sequences, Index chains, Index i) {
  const auto values = sequences.matrix().row(i);
  return Eigen::MatrixXd(values.reshaped(chains, sequences.cols / chains).transpose());
}

double ess_geyer(const Observables& run) {
  const ConstBlock sequences = run.sequences();
  if (sequences.cols / run.chains() < 4 || !sequences.matrix().allFinite()) return skald::undefined;
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < sequences.rows; ++i) {
    const double size = skald::autocorrelation_ess(coordinate(sequences, run.chains(), i));
    if (!(size >= least)) least = size;
  }
  return least;
}

constexpr skald::Family family{
    "mixing",
    std::array{
        skald::metric<ess>(
            {.name = "ess",
             .version = "1",
             .numerics_revision = 1,
             .summary =
                 "Effective sample size of all chains together: Var(draws) / mcse^2, the smallest "
                 "over at most 1024 coordinates; valid for runs of at least 100 correlation times",
             .reference = ""},
            {.unit = "draw",
             .preferred = skald::Preferred::larger,
             .needs = skald::Need::coordinate_batches,
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
             .version = "1",
             .numerics_revision = 1,
             .summary = "Monte Carlo standard error of a coordinate's mean over all draws and "
                        "chains, from 32 to 64 batch means per chain (Flegal and Jones 2010); the "
                        "largest over at most 1024 coordinates",
             .reference = "Flegal and Jones 2010"},
            {.unit = "theta",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::coordinate_batches,
             .place = 350,
             .scale = skald::Scale::positive}),
        skald::metric<ess_geyer>(
            {.name = "ess_geyer",
             .version = "1",
             .numerics_revision = 1,
             .summary =
                 "Effective sample size of all chains together, from the autocorrelations of at "
                 "most 2048 evenly spaced draws per chain, truncated by Geyer's initial monotone "
                 "sequence (Geyer 1992); the smallest over at most 32 coordinates",
             .reference = "Geyer 1992"},
            {.unit = "draw",
             .preferred = skald::Preferred::larger,
             .needs = skald::Need::sequences,
             .place = 360,
             .scale = skald::Scale::positive})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
