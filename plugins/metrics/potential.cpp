// The potential U of the draws, the negative log-posterior up to a constant, beside its mean under
// the posterior. For a Gaussian posterior with d parameters, (U(X) - U(x*)) / T is half a
// chi-square with d degrees of freedom, so that E U(X) = U(x*) + T d / 2.
#include "skald/metric.hpp"
#include "skald/parts/not_a_number.hpp"

namespace {

using skald::ConstBlock;
using skald::kNotANumber;
using skald::Observables;

// The mean of a row; NaN without entries, or if one is not finite.
double mean(ConstBlock row) {
  if (row.cols == 0 || !row.matrix().allFinite()) return kNotANumber;
  return row.matrix().row(0).mean();
}

double potential(const Observables& run) { return mean(run.potentials()); }

double potential_excess(const Observables& run) {
  const double expected =
      run.mode_potential() + run.temp() * static_cast<double>(run.dimension()) / 2;
  return mean(run.potentials()) - expected;
}

double reference_run_potential_excess(const Observables& run) {
  return mean(run.potentials()) - mean(run.reference_potentials());
}

constexpr skald::Family family{
    "potential",
    std::array{
        skald::metric<potential>(
            {.name = "potential",
             .numerics_revision = 1,
             .summary = "Mean of U, the negative log-posterior up to a constant, over at most 1024 "
                        "evenly spaced draws per chain",
             .reference = "Plassier et al. 2022, Fig. 3"},
            {.unit = "nat",
             .preferred = skald::Preferred::neither,
             .needs = skald::Need::potentials,
             .place = 52}),
        skald::metric<potential_excess>(
            {.name = "potential_excess",
             .numerics_revision = 1,
             .summary =
                 "Mean of U over at most 1024 evenly spaced draws per chain, minus its mean "
                 "under the Gaussian posterior, U(x*) + T d / 2; 0 +- T sqrt(d / (2 n)) for n "
                 "independent exact draws",
             .reference = ""},
            {.unit = "nat",
             .preferred = skald::Preferred::nearest_zero,
             .needs = skald::Need::target | skald::Need::potentials,
             .place = 53}),
        skald::metric<reference_run_potential_excess>(
            {.name = "reference_run_potential_excess",
             .numerics_revision = 1,
             .summary =
                 "Mean of U over at most 1024 evenly spaced draws per chain, minus that over "
                 "the stored draws of the reference run (at most 4096)",
             .reference = "Plassier et al. 2022, Fig. 3"},
            {.unit = "nat",
             .preferred = skald::Preferred::nearest_zero,
             .needs = skald::Need::reference_draws | skald::Need::potentials,
             .place = 325})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
