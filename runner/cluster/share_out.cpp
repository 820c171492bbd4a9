#include "cluster/share_out.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace skald {
namespace {

std::vector<std::size_t> costliest_first(std::span<const double> costs) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  return order;
}

// Returns the cost of the costliest share that could be divided further; 0 if there is none.
double costliest_divisible(const Shares& shares, std::span<const double> costs) {
  double costliest = 0;
  const std::vector<double> of_shares = costs_of(shares, costs);
  for (std::size_t s = 0; s < shares.size(); ++s) {
    if (shares[s].size() > 1) costliest = std::max(costliest, of_shares[s]);
  }
  return costliest;
}

// As a number of shares, from 1 to `most`.
std::size_t bounded(double wanted, std::size_t most) {
  if (!(wanted > 1)) return 1;
  return wanted < static_cast<double>(most) ? static_cast<std::size_t>(wanted) : most;
}

}  // namespace

Shares even_shares(std::span<const double> costs, std::size_t n) {
  using Load = std::pair<double, std::size_t>;  // cost so far, share
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t s = 0; s < n; ++s) loads.emplace(0.0, s);
  Shares shares(n);
  for (const std::size_t item : costliest_first(costs)) {
    const auto [load, share] = loads.top();
    loads.pop();
    shares[share].push_back(item);
    loads.emplace(load + costs[item], share);
  }
  for (std::vector<std::size_t>& share : shares) std::sort(share.begin(), share.end());
  return shares;
}

Shares tasks_of_length(std::span<const double> costs, const TaskLength& length) {
  const double total = std::accumulate(costs.begin(), costs.end(), 0.0);
  const std::size_t most = std::max<std::size_t>(1, std::min(costs.size(), length.most_tasks));
  std::size_t tasks = bounded(std::round(total / length.target), most);
  if (length.least > 0) tasks = std::min(tasks, bounded(std::floor(total / length.least), most));
  while (true) {
    Shares shares = even_shares(costs, tasks);
    const double costliest = costliest_divisible(shares, costs);
    if (costliest <= length.most || tasks == most) return shares;
    const double wanted = std::ceil(static_cast<double>(tasks) * costliest / length.most);
    tasks = std::max(tasks + 1, bounded(wanted, most));
  }
}

std::vector<double> costs_of(const Shares& shares, std::span<const double> costs) {
  std::vector<double> sums;
  sums.reserve(shares.size());
  for (const std::vector<std::size_t>& share : shares) {
    double sum = 0;
    for (const std::size_t item : share) sum += costs[item];
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace skald
