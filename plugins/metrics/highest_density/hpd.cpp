// The level of the highest-density region of the draws, compared with that of a reference run.
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

// How far the level of the 95 % region of the draws is from that of the reference run's.
LevelError level_error(const Observables& run) {
  const ConstBlock draws = run.potentials();
  if (draws.cols == 0 || !draws.matrix().allFinite()) return {kNotANumber, kNotANumber};
  const auto level = [](ConstBlock potentials) {
    return skald::highest_density_level(numbers(potentials), skald::density_alpha);
  };
  return skald::level_error(level(draws), level(run.reference_potentials()));
}

double reference_run_hpd_relative_error(const Observables& run) {
  return level_error(run).relative;
}
double reference_run_hpd_absolute_error(const Observables& run) {
  return level_error(run).absolute;
}

constexpr skald::Family family{
    "hpd",
    std::array{
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
