// Options of the run that have become options of metrics.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace skald::grid {

// In the canonical form of a cell such an option still stands in "run" (with its default where the
// cell does not list the metric), so that what was stored before keeps its identity. A metric of
// another name than its plugin's has its options beside it.
struct MovedOption {
  std::string_view run_option;
  std::string_view metric;
  std::string_view option;
  std::int64_t default_value;
};

inline constexpr std::array kMovedOptions{MovedOption{"ece_bins", "ece", "bins", 15},
                                          MovedOption{"recall_k", "recall_at_k", "k", 5}};

}  // namespace skald::grid
