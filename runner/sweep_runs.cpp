#include "sweep_runs.hpp"

#include <set>
#include <variant>

#include "grid/canonical.hpp"

namespace skald {
namespace {

SweepRun make_run(const Cell& cell, std::int64_t replicate, DataDigests& digests) {
  SweepRun run;
  run.cell = &cell;
  run.cell_hash = cell_hash(cell);
  run.replicate = replicate;
  run.data = digests.of(cell);
  std::vector<std::string> sums;
  for (const auto& [file, sum] : run.data) sums.push_back(sum);
  run.hash = run_hash(cell, sums, replicate);
  return run;
}

}  // namespace

std::vector<SweepRun> list_runs(const Grid& grid) {
  DataDigests digests;
  std::vector<SweepRun> runs;
  for (const Cell& cell : grid.references) {
    for (std::int64_t r = 0; r < grid.replicates; ++r) {
      runs.push_back(make_run(cell, r, digests));
      runs.back().is_reference = true;
    }
  }
  const auto replicates = static_cast<std::size_t>(grid.replicates);
  std::set<std::string> references;
  for (const SweepRun& run : runs) references.insert(run.hash);
  for (const Cell& cell : grid.cells) {
    for (std::int64_t r = 0; r < grid.replicates; ++r) {
      SweepRun run = make_run(cell, r, digests);
      if (references.contains(run.hash)) continue;
      runs.push_back(std::move(run));
      if (!cell.reference) continue;
      runs.back().reference = *cell.reference * replicates + static_cast<std::size_t>(r);
    }
  }
  return runs;
}

std::string label(const SweepRun& run) {
  std::string text = run.is_reference ? "reference " : "";
  for (const AxisValue& axis : run.cell->axes) {
    if (std::holds_alternative<std::monostate>(axis.value)) continue;
    text += axis.name + "=" + display(axis.value) + " ";
  }
  return text + "replicate=" + std::to_string(run.replicate);
}

}  // namespace skald
