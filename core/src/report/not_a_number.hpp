// The value of what there is not.
#pragma once

#include <limits>

namespace skald::report {

inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace skald::report
