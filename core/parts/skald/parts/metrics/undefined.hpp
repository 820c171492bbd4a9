// The value of a metric that has none: stored as NULL.
#pragma once

#include <limits>

namespace skald {

inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace skald
