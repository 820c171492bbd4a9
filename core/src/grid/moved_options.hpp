// Options of the run that have become options of metrics.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace skald::grid {

// An option that has moved from "run" to a metric. The canonical form of a cell still has it in
// "run" (with its default if the cell does not list the metric), so that results stored earlier
// keep their identity. A metric whose name is not its plugin's has its options in its own object.
struct MovedOption {
  std::string_view run_option;
  std::string_view metric;
  std::string_view option;
  std::int64_t default_value;
};

inline constexpr std::array kMovedOptions{MovedOption{"ece_bins", "ece", "bins", 15},
                                          MovedOption{"recall_k", "recall_at_k", "k", 5}};

}  // namespace skald::grid
