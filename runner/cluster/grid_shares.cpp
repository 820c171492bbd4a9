#include "cluster/grid_shares.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "grid/stopping_checks.hpp"
#include "sweep/cost_model.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

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

namespace {

using Indices = std::vector<std::size_t>;

// Sorts runs by sampler and model, cell and replicate, whatever the order of the grid. Runs of one
// cost are dealt to shares in turn: shares then differ by at most one run of each cell, and of each
// pair of sampler and model.
void sort_by_cell(const std::vector<SweepRun>& runs, Indices& indices) {
  std::map<std::pair<std::string, std::string>, std::vector<const grid::Cell*>> cells;
  std::unordered_map<const grid::Cell*, std::size_t> places;
  for (const std::size_t i : indices) {
    const SweepRun& run = runs[i];
    if (places.emplace(run.cell, 0).second) {
      cells[{pair_of(*run.cell), run.cell_hash()}].push_back(run.cell);
    }
  }
  std::size_t place = 0;
  for (const auto& [key, same] : cells) {
    for (const grid::Cell* cell : same) places[cell] = place;
    ++place;
  }
  std::sort(indices.begin(), indices.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(places.at(runs[a].cell), runs[a].replicate, a) <
           std::tuple(places.at(runs[b].cell), runs[b].replicate, b);
  });
}

// Says which runs stay together: those with the same number. Runs with none are alone.
class Ties {
 public:
  Ties(const grid::Grid& grid, const std::vector<SweepRun>& runs) : runs_(runs) {
    if (!grid.stopping.are_open()) return;
    const auto groups = grid::decided_together(grid);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (const std::size_t c : groups[g]) group_of_.emplace(&grid.cells[c], g);
    }
  }
  bool are_groups() const { return !group_of_.empty(); }
  std::optional<std::size_t> of(std::size_t run) const {
    if (are_groups()) return group_of_.at(runs_[run].cell);
    return runs_[run].reference;
  }

 private:
  const std::vector<SweepRun>& runs_;
  std::unordered_map<const grid::Cell*, std::size_t> group_of_;
};

double cost_with_references(const Indices& bundle, const std::vector<SweepRun>& runs,
                            const RunCost& cost) {
  double sum = 0;
  std::set<std::size_t> references;
  for (const std::size_t i : bundle) {
    sum += cost(i);
    if (runs[i].reference) references.insert(*runs[i].reference);
  }
  for (const std::size_t reference : references) sum += cost(reference);
  return sum;
}

// The number of even pieces of a bundle whose runs share a reference run of that cost.
std::size_t pieces_of(const Bundle& bundle, double of_reference, const PieceSize& size) {
  const double of_runs = bundle.cost - of_reference;
  const double room = std::min(size.own, size.most - of_reference);
  const auto runs = static_cast<double>(bundle.runs.size());
  const double wanted = room > 0 ? std::ceil(of_runs / room) : runs;
  const double worth_it = of_reference > 0 ? std::floor(of_runs / of_reference) : runs;
  const double pieces = std::min({wanted, worth_it, runs});
  return pieces > 1 ? static_cast<std::size_t>(pieces) : 1;
}

void add_pieces(Bundle bundle, const std::vector<SweepRun>& runs, const RunCost& cost,
                const PieceSize& size, std::vector<Bundle>& into) {
  const double of_reference = cost(*runs[bundle.runs.front()].reference);
  const std::size_t n = pieces_of(bundle, of_reference, size);
  if (n == 1) return into.push_back(std::move(bundle));
  sort_by_cell(runs, bundle.runs);
  std::vector<double> costs;
  for (const std::size_t i : bundle.runs) costs.push_back(cost(i));
  for (const std::vector<std::size_t>& share : even_shares(costs, n)) {
    Bundle piece;
    piece.is_divisible = true;
    for (const std::size_t k : share) piece.runs.push_back(bundle.runs[k]);
    std::sort(piece.runs.begin(), piece.runs.end());
    piece.cost = cost_with_references(piece.runs, runs, cost);
    into.push_back(std::move(piece));
  }
}

}  // namespace

std::vector<Bundle> bundles_of(const grid::Grid& grid, const std::vector<SweepRun>& runs,
                               std::span<const std::size_t> which, const RunCost& cost) {
  Indices indices;
  for (const std::size_t i : which) {
    if (!runs[i].is_reference) indices.push_back(i);
  }
  sort_by_cell(runs, indices);
  const Ties ties(grid, runs);
  std::vector<Bundle> bundles;
  std::unordered_map<std::size_t, std::size_t> known;  // bundles by what their runs have in common
  for (const std::size_t i : indices) {
    const auto tie = ties.of(i);
    const std::size_t bundle =
        tie ? known.emplace(*tie, bundles.size()).first->second : bundles.size();
    if (bundle == bundles.size()) bundles.push_back({{}, 0, tie && !ties.are_groups()});
    bundles[bundle].runs.push_back(i);
  }
  for (Bundle& bundle : bundles) {
    std::sort(bundle.runs.begin(), bundle.runs.end());
    bundle.cost = cost_with_references(bundle.runs, runs, cost);
  }
  return bundles;
}

std::vector<Bundle> split_bundles(std::vector<Bundle> bundles, const std::vector<SweepRun>& runs,
                                  const RunCost& cost, const PieceSize& size) {
  std::vector<Bundle> pieces;
  pieces.reserve(bundles.size());
  for (Bundle& bundle : bundles) {
    if (bundle.is_divisible && bundle.cost > std::min(size.own, size.most)) {
      add_pieces(std::move(bundle), runs, cost, size, pieces);
    } else {
      pieces.push_back(std::move(bundle));
    }
  }
  return pieces;
}

std::vector<double> costs_of(const std::vector<Bundle>& bundles) {
  std::vector<double> costs;
  costs.reserve(bundles.size());
  for (const Bundle& bundle : bundles) costs.push_back(bundle.cost);
  return costs;
}

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
