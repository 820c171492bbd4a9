#include "grids/sweep_runs.hpp"

#include <algorithm>
#include <set>
#include <variant>

#include "grid/canonical.hpp"

namespace skald {
namespace {

// Returns the runs of one cell, by replicate.
std::vector<SweepRun> runs_of(const grid::Cell& cell, std::int64_t replicates,
                              DataDigests& digests) {
  SweepRun run;
  run.cell = &cell;
  run.cell_hash = grid::cell_hash(cell);
  run.data = digests.of(cell);
  std::vector<std::string> sums;
  for (const auto& [file, sum] : run.data) sums.push_back(sum);
  std::vector<SweepRun> runs;
  for (run.replicate = 0; run.replicate < replicates; ++run.replicate) {
    run.hash = grid::run_hash(run.cell_hash, cell.seed, sums, run.replicate);
    runs.push_back(run);
  }
  return runs;
}

}  // namespace

std::vector<SweepRun> list_runs(const grid::Grid& grid) {
  DataDigests digests;
  std::vector<SweepRun> runs;
  std::set<std::string> references;
  for (const grid::Cell& cell : grid.references) {
    for (SweepRun& run : runs_of(cell, grid.replicates, digests)) {
      run.is_reference = true;
      references.insert(run.hash);
      runs.push_back(std::move(run));
    }
  }
  const auto replicates = static_cast<std::size_t>(grid.replicates);
  for (const grid::Cell& cell : grid.cells) {
    for (SweepRun& run : runs_of(cell, grid.replicates, digests)) {
      if (references.contains(run.hash)) continue;
      if (cell.reference) {
        run.reference = *cell.reference * replicates + static_cast<std::size_t>(run.replicate);
      }
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

bool needs_reference(const grid::Cell& cell) {
  return std::any_of(cell.metrics.begin(), cell.metrics.end(),
                     [](const grid::MetricChoice& metric) { return metric.needs_reference; });
}

std::string place_of(const grid::Cell& cell) {
  std::string text;
  for (const grid::AxisValue& axis : cell.axes) {
    if (std::holds_alternative<std::monostate>(axis.value)) continue;
    text += (text.empty() ? "" : " ") + axis.name + "=" + options::display(axis.value);
  }
  return text;
}

std::string label(const SweepRun& run) {
  const std::string place = place_of(*run.cell);
  return (run.is_reference ? "reference " : "") + place + (place.empty() ? "" : " ") +
         "replicate=" + std::to_string(run.replicate);
}

}  // namespace skald
