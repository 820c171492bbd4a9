#include "cluster/bundles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "cluster/share_out.hpp"
#include "grid/stopping_checks.hpp"
#include "sweep/cost_model.hpp"

namespace skald {
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

}  // namespace skald
