// What a run takes of the machine that does it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

#include "text/fields.hpp"

namespace skald::record {

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
