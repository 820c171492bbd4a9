// Distances of the draws from a posterior that is Gaussian in closed form, and of the chain's exact
// law from it.
#include <cmath>
#include <limits>
#include <numeric>

#include "linear/matrices.hpp"
#include "skald/metric.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "skald/parts/not_a_number.hpp"

namespace {

using skald::ConstBlock;
using skald::kNotANumber;
using skald::LawMoments;
using skald::Observables;

constexpr auto target = skald::Need::target, exact_law = skald::Need::exact_law;

double posterior_variance(const Observables& run) {
  return run.target().covariance.matrix().trace();
}

double w2(const Observables& run) {
  const LawMoments draws{run.mean(), run.covariance()};
  const bool finite = draws.mean.matrix().allFinite() && draws.covariance.matrix().allFinite();
  return finite ? skald::linear::gaussian_w2(draws, run.target()) : kNotANumber;
}

double variance_bias(const Observables& run) {
  const Eigen::VectorXd distances = run.square_distances().column(0);
  return distances.mean() - posterior_variance(run);
}

double variance_mse(const Observables& run) {
  const Eigen::VectorXd distances = run.square_distances().column(0);
  return (distances.array() - posterior_variance(run)).square().mean();
}

double variance_bias_error(const Observables& run) {
  return skald::standard_errors(run.distance_batches())[0];
}

double relative_width(const Observables& run) {
  return std::sqrt(run.covariance().matrix().trace() / posterior_variance(run));
}

double mean_bias(const Observables& run) {
  const Eigen::VectorXd bias = run.mean().column(0) - run.target().mean.column(0);
  return bias.norm();
}

// Pearson's statistic, sum (found - n / cells)^2 / (n / cells), divided by its cells - 1 degrees of
// freedom: for n independent draws from the posterior it has mean 1 and standard deviation sqrt(2 /
// (cells - 1)).
double density_misfit(const Observables& run) {
  const std::span<const double> counts = run.cell_counts();
  const auto cells = static_cast<double>(counts.size());
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / cells;
  if (expected == 0) return kNotANumber;
  double sum = 0;
  for (const double found : counts) sum += (found - expected) * (found - expected) / expected;
  return sum / (cells - 1);
}

// Returns f of the exact moments, or what replaces it when there are none.
template <class F>
double of_exact_law(const Observables& run, F f) {
  const skald::ExactLaw law = run.exact_law();
  if (law.known) return f(law.moments);
  return law.diverges ? std::numeric_limits<double>::infinity() : kNotANumber;
}

double exact_w2(const Observables& run) {
  return of_exact_law(run, [&](const LawMoments& law) {
    const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(run.dimension(), 1);
    return skald::linear::gaussian_w2(law, {skald::view(zero), run.target().covariance});
  });
}

double exact_variance_bias(const Observables& run) {
  return of_exact_law(run, [&](const LawMoments& law) {
    const Eigen::VectorXd mean = law.mean.column(0);
    return mean.squaredNorm() + law.covariance.matrix().trace() - posterior_variance(run);
  });
}

double exact_variance_mse(const Observables& run) { return std::pow(exact_variance_bias(run), 2); }

double exact_variance_bias_error(const Observables& run) {
  return of_exact_law(run, [&](const LawMoments&) { return run.square_distance_error(); });
}

double exact_mean_bias(const Observables& run) {
  return of_exact_law(run, [](const LawMoments& law) {
    const Eigen::VectorXd mean = law.mean.column(0);
    return mean.norm();
  });
}

constexpr skald::Family family{
    "gaussian_posterior",
    std::array{
        skald::metric<w2>(
            {.name = "w2",
             .numerics_revision = 2,
             .summary = "Wasserstein-2 distance of the Gaussian with the mean and covariance of "
                        "the draws of all chains from the Gaussian posterior: sqrt(||m1-m2||^2 + "
                        "Tr(S1+S2-2(S1^1/2 S2 S1^1/2)^1/2)) (Dowson and Landau 1982); for n exact "
                        "draws not 0 but about sqrt(Tr(S)/n)",
             .reference = "Dowson and Landau 1982"},
            {.unit = "theta",
             .preferred = skald::Preferred::smaller,
             .needs = target | skald::Need::covariance,
             .place = 10,
             .scale = skald::Scale::positive}),
        skald::metric<exact_w2>(
            {.name = "exact_w2",
             .numerics_revision = 2,
             .summary = "w2 of the chain's exact law, computed without draws: the stationary law "
                        "at the thinned iterations or, for optimisers and averages over chains, "
                        "the law at the current iteration",
             .reference = ""},
            {.unit = "theta",
             .preferred = skald::Preferred::smaller,
             .needs = target | exact_law,
             .place = 20,
             .scale = skald::Scale::positive}),
        skald::metric<density_misfit>(
            {.name = "density_misfit",
             .numerics_revision = 1,
             .summary =
                 "Pearson's chi-square per degree of freedom of the draws of all chains, over 10 x "
                 "10 cells of equal posterior probability in the first two coordinates (10 cells "
                 "in one dimension): 1 +- 0.14 for independent exact draws, about n / ESS for "
                 "dependent ones; grows with n if the density is wrong",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::cell_counts,
             .place = 60,
             .scale = skald::Scale::positive}),
        skald::metric<variance_mse>(
            {.name = "variance_mse",
             .numerics_revision = 1,
             .summary =
                 "Mean over chains of (V - T Tr A^-1)^2, where V is the time average of ||X-x*||^2 "
                 "and T Tr A^-1 its value under the posterior (Plassier et al. 2022, Table 1)",
             .reference = "Plassier et al. 2022, Table 1"},
            {.unit = "theta^4",
             .preferred = skald::Preferred::smaller,
             .needs = target,
             .place = 70,
             .scale = skald::Scale::count}),
        skald::metric<exact_variance_mse>(
            {.name = "exact_variance_mse",
             .numerics_revision = 1,
             .summary = "(E||X-x*||^2 - T Tr A^-1)^2 under the exact law of exact_w2, the limit of "
                        "variance_mse for infinitely many draws",
             .reference = ""},
            {.unit = "theta^4",
             .preferred = skald::Preferred::smaller,
             .needs = target | exact_law,
             .place = 80,
             .scale = skald::Scale::count}),
        skald::metric<variance_bias>(
            {.name = "variance_bias",
             .numerics_revision = 1,
             .summary =
                 "Mean over chains of V - T Tr A^-1, where V is the time average of ||X-x*||^2",
             .reference = ""},
            {.unit = "theta^2",
             .preferred = skald::Preferred::nearest_zero,
             .needs = target,
             .place = 90}),
        skald::metric<exact_variance_bias>(
            {.name = "exact_variance_bias",
             .numerics_revision = 1,
             .summary = "E||X-x*||^2 - T Tr A^-1 under the exact law of exact_w2",
             .reference = ""},
            {.unit = "theta^2",
             .preferred = skald::Preferred::nearest_zero,
             .needs = target | exact_law,
             .place = 100}),
        skald::metric<variance_bias_error>(
            {.name = "variance_bias_error",
             .numerics_revision = 1,
             .summary = "Standard error of variance_bias, estimated from 32 to 64 batch means of "
                        "||X-x*||^2 per chain and their variance around the average of all chains "
                        "(Flegal and Jones 2010)",
             .reference = "Flegal and Jones 2010"},
            {.unit = "theta^2",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::distance_batches,
             .place = 110,
             .scale = skald::Scale::positive}),
        skald::metric<exact_variance_bias_error>(
            {.name = "exact_variance_bias_error",
             .numerics_revision = 3,
             .summary =
                 "Standard error of variance_bias, predicted from the exact law: sqrt(sum_ij "
                 "c_|i-j| / (n^2 chains)) over the n draws i, j of a chain, where c_k = 2 "
                 "tr(C_k C_k') + 4 b' C_k b with the autocovariances C_k of X - x* and its "
                 "mean b; exact for Gaussian chains and, where clients toss coins, for states "
                 "of at most ten numbers (no value if the fourth moment is infinite); of "
                 "larger ones the law over one stride is exact, and normal before it",
             .reference = ""},
            {.unit = "theta^2",
             .preferred = skald::Preferred::smaller,
             .needs = exact_law,
             .place = 120,
             .scale = skald::Scale::positive}),
        skald::metric<mean_bias>(
            {.name = "mean_bias",
             .numerics_revision = 1,
             .summary = "||m - x*||, where m is the mean of the draws of all chains",
             .reference = ""},
            {.unit = "theta",
             .preferred = skald::Preferred::smaller,
             .needs = target,
             .place = 130,
             .scale = skald::Scale::positive}),
        skald::metric<relative_width>(
            {.name = "relative_width",
             .numerics_revision = 1,
             .summary = "sqrt(Tr(S) / (T Tr A^-1)), where S is the covariance of the draws of all "
                        "chains: how many times as wide as the posterior they are",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::neither,
             .needs = target | skald::Need::covariance,
             .place = 145,
             .scale = skald::Scale::positive}),
        skald::metric<exact_mean_bias>({.name = "exact_mean_bias",
                                        .numerics_revision = 1,
                                        .summary = "||E X - x*|| under the exact law of exact_w2",
                                        .reference = ""},
                                       {.unit = "theta",
                                        .preferred = skald::Preferred::smaller,
                                        .needs = exact_law,
                                        .place = 140,
                                        .scale = skald::Scale::positive})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
