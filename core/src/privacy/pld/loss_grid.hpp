// The losses at which laws are discretised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skald::privacy {

/// Which side of the true privacy curve a result lies on.
enum class Side { above, below };

/// Losses at increasing whole multiples of one interval, so that sums of them are multiples too.
struct LossGrid {
  double interval;
  std::vector<std::int64_t> at;

  double loss(std::size_t i) const { return static_cast<double>(at[i]) * interval; }
  // From i to i + 1.
  double width(std::size_t i) const { return static_cast<double>(at[i + 1] - at[i]) * interval; }
};

/// The grid of the edges of bins around every loss: halfway between neighbours, and at the ends
/// such that the first outcomes lie below their loss and the last ones above.
LossGrid around(const LossGrid& grid);

/// The largest absolute value of a loss on the grid.
double largest_loss(const LossGrid& grid);

/// The multiples first, ..., last.
LossGrid multiples(std::int64_t first, std::int64_t last, double interval);

/// Every multiple over [low, high], widened to whole intervals; at least two of them.
LossGrid uniform_grid(double low, double high, double interval);

}  // namespace skald::privacy
