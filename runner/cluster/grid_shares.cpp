#include "cluster/grid_shares.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "sweep/cost_model.hpp"
#include "system/exit_code.hpp"
#include "text/counted.hpp"

namespace skald {
namespace {

std::vector<RunShare> runs_of(const Shares& shares, const std::vector<Bundle>& bundles) {
  std::vector<RunShare> all;
  for (const std::vector<std::size_t>& share : shares) {
    RunShare& runs = all.emplace_back();
    for (const std::size_t b : share) {
      runs.insert(runs.end(), bundles[b].runs.begin(), bundles[b].runs.end());
    }
    std::sort(runs.begin(), runs.end());
  }
  return all;
}

double sum(const std::vector<double>& costs) {
  return std::accumulate(costs.begin(), costs.end(), 0.0);
}

void require_enough_bundles(const grid::Grid& grid, std::size_t bundles, std::size_t n) {
  if (!grid.stopping.are_open() || bundles >= n) return;
  const std::string why =
      grid.stopping.race
          ? fmt::format("the race decides on {} together",
                        bundles == 1 ? "all cells" : "the cells of each of its groups")
          : "the results decide how many replicates a cell gets";
  throw UsageError(fmt::format(
      "{} are too many for the grid {}: {}, so that one process has to do all their runs; "
      "{} (-j gives a process more workers)",
      text::counted(n, "share"), grid.name, why,
      bundles == 1 ? "run it without shares" : fmt::format("at most {} are possible", bundles)));
}

}  // namespace

std::vector<RunShare> even_shares(const grid::Grid& grid, const std::vector<SweepRun>& runs,
                                  std::size_t n) {
  std::vector<std::size_t> all(runs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const RunCost cost = [&runs](std::size_t run) { return work_of(*runs[run].cell); };
  std::vector<Bundle> bundles = bundles_of(grid, runs, all, cost);
  require_enough_bundles(grid, bundles.size(), n);
  const double even = sum(costs_of(bundles)) / static_cast<double>(n);
  bundles = split_bundles(std::move(bundles), runs, cost, {.own = even});
  return runs_of(even_shares(costs_of(bundles), n), bundles);
}

std::vector<RunShare> tasks_of_length(const grid::Grid& grid, const std::vector<SweepRun>& runs,
                                      std::span<const std::size_t> which, const RunCost& cost,
                                      const TaskLength& length) {
  const std::vector<Bundle> bundles = split_bundles(bundles_of(grid, runs, which, cost), runs, cost,
                                                    {.own = length.target, .most = length.most});
  if (bundles.empty()) return {};
  return runs_of(tasks_of_length(costs_of(bundles), length), bundles);
}

}  // namespace skald
