#include "highest_density/highest_density.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace skald {

double highest_density_level(std::span<const double> potentials, double alpha) {
  if (potentials.empty() || !(alpha >= 0 && alpha < 1)) {
    throw std::invalid_argument(
        "highest density level: found " + std::to_string(potentials.size()) + " draws and alpha " +
        std::to_string(alpha) + ", expected at least one draw and alpha in [0, 1)");
  }
  std::vector<double> sorted(potentials.begin(), potentials.end());
  const auto rank = static_cast<std::ptrdiff_t>(alpha * static_cast<double>(sorted.size()));
  std::nth_element(sorted.begin(), sorted.begin() + rank, sorted.end(), std::greater<>());
  return sorted[static_cast<std::size_t>(rank)];
}

LevelError level_error(double level, double reference) {
  return {std::abs(level / reference - 1), std::abs(level - reference)};
}

}  // namespace skald
