// The level of the highest-density region of the draws, compared with that of their posterior.
#include <vector>

#include "highest_density/highest_density.hpp"
#include "skald/metric.hpp"
#include "skald/parts/not_a_number.hpp"

namespace {

using skald::ConstBlock;
using skald::kNotANumber;
using skald::LevelError;
using skald::Observables;

std::vector<double> numbers(ConstBlock row) {
  const auto entries = row.matrix().row(0);
  return {entries.begin(), entries.end()};
}

// The level of the 95 % region, from draws.
LevelError level_error(const Observables& run, double reference) {
  const ConstBlock draws = run.potentials();
  if (draws.cols == 0 || !draws.matrix().allFinite()) return {kNotANumber, kNotANumber};
  return skald::level_error(skald::highest_density_level(numbers(draws), skald::density_alpha),
                            reference);
}

LevelError of_target(const Observables& run) {
  const double quantile =
      skald::chi_square_quantile(static_cast<double>(run.dimension()), 1 - skald::density_alpha);
  return level_error(run, run.mode_potential() + 0.5 * run.temp() * quantile);
}

LevelError of_reference(const Observables& run) {
  return level_error(
      run, skald::highest_density_level(numbers(run.reference_potentials()), skald::density_alpha));
}

double hpd_relative_error(const Observables& run) { return of_target(run).relative; }
double hpd_absolute_error(const Observables& run) { return of_target(run).absolute; }
double reference_run_hpd_relative_error(const Observables& run) {
  return of_reference(run).relative;
}
double reference_run_hpd_absolute_error(const Observables& run) {
  return of_reference(run).absolute;
}

constexpr skald::Family family{
    "hpd",
    std::array{
        skald::metric<hpd_relative_error>(
            {.name = "hpd_relative_error",
             .numerics_revision = 1,
             .summary = "|eta / eta* - 1|, where eta is the 95 % quantile of U over at most 1024 "
                        "evenly spaced draws per chain, and eta* = U(x*) + T chi2_d(0.95) / 2 its "
                        "value under the posterior (Durmus and Moulines 2019)",
             .reference = "Durmus and Moulines 2019"},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::target | skald::Need::potentials,
             .place = 40,
             .scale = skald::Scale::positive}),
        skald::metric<hpd_absolute_error>(
            {.name = "hpd_absolute_error",
             .numerics_revision = 1,
             .summary = "|eta - eta*| of hpd_relative_error; unlike that error, independent of "
                        "additive constants in U",
             .reference = "Durmus and Moulines 2019"},
            {.unit = "nat",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::target | skald::Need::potentials,
             .place = 50,
             .scale = skald::Scale::positive}),
        skald::metric<reference_run_hpd_relative_error>(
            {.name = "reference_run_hpd_relative_error",
             .numerics_revision = 1,
             .summary = "|eta / eta' - 1|, where eta is the 95 % quantile of U over at most 1024 "
                        "evenly spaced draws per chain, and eta' that over at most 4096 draws of "
                        "the reference run (Durmus and Moulines 2019)",
             .reference = "Durmus and Moulines 2019"},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::reference_draws | skald::Need::potentials,
             .place = 310,
             .scale = skald::Scale::positive}),
        skald::metric<reference_run_hpd_absolute_error>(
            {.name = "reference_run_hpd_absolute_error",
             .numerics_revision = 1,
             .summary = "|eta - eta'| of reference_run_hpd_relative_error; unlike that error, "
                        "independent of additive constants in U",
             .reference = "Durmus and Moulines 2019"},
            {.unit = "nat",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::reference_draws | skald::Need::potentials,
             .place = 320,
             .scale = skald::Scale::positive})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
