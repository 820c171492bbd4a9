// What readers of events share: ranges of numbers, and words.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <string>

#include "account/events/object_reader.hpp"
#include "text/number_text.hpp"

namespace skald {

inline constexpr std::int64_t kMost = std::int64_t{1} << 53;
inline constexpr double kNoEnd = std::numeric_limits<double>::infinity();
inline constexpr NumberRange kPositive{0, kNoEnd, true, true, "above 0"};
inline constexpr NumberRange kNotNegative{0, kNoEnd, false, true, "of at least 0"};
inline constexpr NumberRange kShare{0, 1, true, false, "above 0 and at most 1"};
inline constexpr NumberRange kDelta{0, 1, false, true, "from 0 to below 1"};
inline constexpr NumberRange kOrder{1, kNoEnd, true, true, "above 1"};

inline std::string short_text(double value) { return text::number_text(value, 6); }

inline std::string times(std::int64_t count) {
  return count == 1 ? "" : fmt::format(", {} times", count);
}

inline std::int64_t count_of(ObjectReader& reader) {
  return reader.integer("count", 0, kMost).value_or(1);
}

}  // namespace skald
