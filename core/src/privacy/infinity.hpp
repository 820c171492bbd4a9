// The epsilon of a release without noise.
#pragma once

#include <limits>

namespace skald::privacy {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace skald::privacy
