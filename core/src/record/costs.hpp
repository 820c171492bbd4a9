// The costs of a run.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

#include "skald/ledger.hpp"
#include "skald/parts/metrics/cost_table.hpp"
#include "text/wire.hpp"

namespace skald::record {

bool is_cost(std::string_view name);

// The costs that are recorded along every run, whatever its grid names: all except eps_spent, which
// takes an accountant. They are stored as costs alone, never as series of a metric.
inline constexpr std::array kCostsAlong{kCosts[0], kCosts[1], kCosts[2],
                                        kCosts[3], kCosts[4], kCosts[6]};
static_assert(kCosts[5].name == "eps_spent");
bool is_cost_along(std::string_view name);

// Returns the ledger's counts divided by the number of chains; costs that the ledger does not count
// are 0.
Costs counted(const Ledger& ledger, double chains);

// What a run takes of the machine that does it.

// NaN and nothing: unknown. Every member is a column of `runs`.
struct MachineUse {
  double wall_seconds = std::numeric_limits<double>::quiet_NaN();
  double cpu_seconds = std::numeric_limits<double>::quiet_NaN();
  double metric_seconds = std::numeric_limits<double>::quiet_NaN();  // of wall_seconds
  std::optional<std::int64_t> peak_memory;                           // bytes

  static auto fields(auto& use) {
    return std::tuple(text::Named{"wall_seconds", use.wall_seconds},
                      text::Named{"cpu_seconds", use.cpu_seconds},
                      text::Named{"metric_seconds", use.metric_seconds},
                      text::Named{"peak_memory", use.peak_memory});
  }

  // Adds what a later part of the run has taken: real numbers are sums, in which the unknown counts
  // as nothing, and whole ones are those of the last part.
  MachineUse& operator+=(const MachineUse& later) {
    const auto add = [](auto sum, auto more) {
      if constexpr (requires { more.value.has_value(); }) {
        if (more.value) sum.value = more.value;
      } else if (!std::isnan(more.value)) {
        sum.value = std::isnan(sum.value) ? more.value : sum.value + more.value;
      }
    };
    std::apply(
        [&](auto... sums) {
          std::apply([&](auto... more) { (add(sums, more), ...); }, fields(later));
        },
        fields(*this));
    return *this;
  }
};

}  // namespace skald::record
