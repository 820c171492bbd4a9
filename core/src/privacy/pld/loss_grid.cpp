#include "privacy/pld/loss_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace skald::privacy {

LossGrid around(const LossGrid& grid) {
  LossGrid edges{0.5 * grid.interval, {}};
  const std::vector<std::int64_t>& at = grid.at;
  const std::size_t size = at.size();
  edges.at.reserve(size + 1);
  edges.at.push_back(3 * at[0] - at[1]);
  for (std::size_t i = 1; i < size; ++i) edges.at.push_back(at[i - 1] + at[i]);
  edges.at.push_back(3 * at[size - 1] - at[size - 2]);
  if (size < 6) return edges;
  edges.at[1] = 2 * at[0];
  edges.at[2] = 2 * at[1];
  edges.at[size - 2] = 2 * at[size - 2];
  edges.at[size - 1] = 2 * at[size - 1];
  return edges;
}

double largest_loss(const LossGrid& grid) {
  return std::max(std::abs(grid.loss(0)), std::abs(grid.loss(grid.at.size() - 1)));
}

LossGrid multiples(std::int64_t first, std::int64_t last, double interval) {
  LossGrid grid{interval, std::vector<std::int64_t>(static_cast<std::size_t>(last - first + 1))};
  std::iota(grid.at.begin(), grid.at.end(), first);
  return grid;
}

LossGrid uniform_grid(double low, double high, double interval) {
  const auto first = static_cast<std::int64_t>(std::floor(low / interval));
  const auto last = static_cast<std::int64_t>(std::ceil(high / interval));
  return multiples(first, std::max(first + 1, last), interval);
}

}  // namespace skald::privacy
