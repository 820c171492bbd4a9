#include "report/chart/pareto.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace skald::report {

std::vector<bool> pareto_front(std::span<const Objectives> all) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return all[a].cost != all[b].cost ? all[a].cost < all[b].cost : all[a].merit > all[b].merit;
  });
  std::vector<bool> front(all.size(), false);
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Objectives& here = all[order[i]];
    const bool is_twin = i > 0 && front[order[i - 1]] && here.merit == all[order[i - 1]].merit &&
                         here.cost == all[order[i - 1]].cost;
    front[order[i]] = here.merit > best || is_twin;
    best = std::max(best, here.merit);
  }
  return front;
}

}  // namespace skald::report
