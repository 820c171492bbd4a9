// The number of what has none, such as a metric without a value: stored as NULL.
#pragma once

#include <limits>

namespace skald {

inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace skald
