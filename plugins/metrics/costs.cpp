// The costs of a run so far, each as a metric.
#include <array>
#include <cstdint>
#include <utility>

#include "skald/metric.hpp"
#include "skald/parts/metrics/cost_table.hpp"

namespace {

using skald::kCosts;
using skald::Observables;
using skald::PluginDescriptor;

constexpr std::uint32_t kFirstPlace = 430;

template <std::size_t i>
double cost(const Observables& run) {
  return run.cost(kCosts[i].name);
}

double published_claim(const Observables& run) { return run.cost("published_claim"); }

template <std::size_t i>
constexpr PluginDescriptor cost_metric() {
  return skald::metric<cost<i>>(
      {.name = kCosts[i].name.data(),
       .numerics_revision = 1,
       .summary = kCosts[i].definition.data(),
       .reference = ""},
      {.unit = kCosts[i].unit.data(),
       .preferred = skald::Preferred::smaller,
       .needs = kCosts[i].value == &skald::Costs::simulated_seconds ? skald::Need::clock
                                                                    : skald::Need::nothing,
       .place = kFirstPlace + 10 * static_cast<std::uint32_t>(i),
       .scale = skald::Scale::count});
}

constexpr PluginDescriptor claim_metric() {
  return skald::metric<published_claim>(
      {.name = "published_claim",
       .numerics_revision = 1,
       .summary = "epsilon claimed for the noise by the method's paper: theorem G.3 of FA-LD and "
                  "theorem 2 of DP-FedAvg (with 1 for its unspecified constant) for the run so "
                  "far, eq. 16 of private FedPaq for one round; empty if the paper makes no claim. "
                  "Not a guarantee: that is eps_spent",
       .reference = ""},
      {.unit = "nat",
       .preferred = skald::Preferred::neither,
       .needs = skald::Need::nothing,
       .place = kFirstPlace + 10 * static_cast<std::uint32_t>(kCosts.size()),
       .scale = skald::Scale::positive});
}

template <std::size_t... i>
constexpr auto all(std::index_sequence<i...>) {
  return std::array{cost_metric<i>()..., claim_metric()};
}

constexpr skald::Family family{"costs", all(std::make_index_sequence<kCosts.size()>())};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
