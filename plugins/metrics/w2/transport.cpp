// Wasserstein-2 distances between draws, by exact optimal transport.
#include "skald/metric.hpp"
#include "skald/parts/not_a_number.hpp"
#include "w2/empirical_w2.hpp"
#include "w2/points.hpp"

namespace {

template <skald::PointSets (*compared)(const skald::Observables&)>
double w2(const skald::Observables& run) {
  const auto [draws, others] = compared(run);
  return draws.cols == 0 ? skald::kNotANumber : skald::empirical_w2(draws, others);
}

constexpr skald::Family family{
    "transport",
    std::array{
        skald::metric<w2<skald::beside_target>>(
            {.name = "w2_empirical",
             .numerics_revision = 1,
             .summary = "Wasserstein-2 distance, by exact optimal transport, between at most 512 "
                        "evenly spaced draws of all chains and 512 fixed draws from the Gaussian "
                        "posterior; for exact draws not 0 but of order 512^(-1/max(d, 2)); at "
                        "records 1, 2, 4, 8, ... and the last",
             .reference = ""},
            {.unit = "theta",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::thinned_draws | skald::Need::target_draws,
             .sparse = true,
             .place = 30,
             .scale = skald::Scale::positive}),
        skald::metric<w2<skald::beside_reference_run>>(
            {.name = "reference_run_w2_empirical",
             .numerics_revision = 1,
             .summary = "Wasserstein-2 distance, by exact optimal transport, between at most 512 "
                        "evenly spaced draws of all chains of each run, this one and the reference "
                        "run; for two runs of the same law not 0 but of order 512^(-1/max(d, 2)); "
                        "at records 1, 2, 4, 8, ... and the last",
             .reference = ""},
            {.unit = "theta",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::thinned_draws | skald::Need::reference_draws,
             .sparse = true,
             .place = 300,
             .scale = skald::Scale::positive}),
        skald::metric<w2<skald::beside_reference_posterior>>(
            {.name = "reference_w2_empirical",
             .numerics_revision = 1,
             .summary =
                 "Wasserstein-2 distance, by exact optimal transport, between at most 512 evenly "
                 "spaced draws of all chains and 512 evenly spaced reference draws, with recorded "
                 "parameters in posterior standard deviations; for exact draws not 0 but of order "
                 "512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::reference_posterior,
             .sparse = true,
             .place = 420,
             .scale = skald::Scale::positive})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
