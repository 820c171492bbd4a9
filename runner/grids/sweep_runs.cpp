#include "grids/sweep_runs.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <variant>

#include "grid/canonical.hpp"
#include "system/standard_streams.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

struct CellHashes {
  CellIdentity identity;
  grid::RunHashes of_runs;
};

CellHashes hashes_of(const grid::Cell& cell, grid::CanonicalWriter& writer, DataDigests& digests) {
  CellIdentity identity{text::sha256(writer.write(cell)), digests.of(cell), ""};
  std::vector<std::string> sums;
  for (const DataDigest& digest : identity.data) sums.push_back(digest.told);
  grid::RunHashes of_runs(identity.hash, cell.seed, sums);
  identity.origin = of_runs.of(0).text();
  return {std::move(identity), std::move(of_runs)};
}

// Calls add() with every run of one cell, by replicate.
template <class Add>
void each_run_of(const grid::Cell& cell, std::int64_t replicates, grid::CanonicalWriter& writer,
                 DataDigests& digests, const Add& add) {
  SweepRun run;
  run.cell = &cell;
  CellHashes hashes = hashes_of(cell, writer, digests);
  run.identity = std::make_shared<const CellIdentity>(std::move(hashes.identity));
  for (run.replicate = 0; run.replicate < replicates; ++run.replicate) {
    run.hash = hashes.of_runs.of(run.replicate);
    add(run);
  }
}

}  // namespace

CellIdentity identity_of(const grid::Cell& cell, DataDigests& digests) {
  grid::CanonicalWriter writer;
  return hashes_of(cell, writer, digests).identity;
}

std::vector<SweepRun> list_runs(const grid::Grid& grid) {
  grid::CanonicalWriter writer;
  DataDigests digests(grid);
  std::vector<SweepRun> runs;
  const auto replicates = static_cast<std::size_t>(grid.replicates);
  runs.reserve((grid.references.size() + grid.cells.size()) * replicates);
  Underway underway("naming runs", runs.capacity());
  for (const grid::Cell& cell : grid.references) {
    each_run_of(cell, grid.replicates, writer, digests, [&](const SweepRun& run) {
      runs.push_back(run);
      runs.back().is_reference = true;
    });
  }
  for (const grid::Cell& cell : grid.cells) {
    underway.at(runs.size());
    each_run_of(cell, grid.replicates, writer, digests, [&](const SweepRun& run) {
      runs.push_back(run);
      if (!cell.reference) return;
      runs.back().reference =
          *cell.reference * replicates + static_cast<std::size_t>(run.replicate);
    });
  }
  return runs;
}

std::vector<std::size_t> all_of(std::span<const SweepRun> runs) {
  std::vector<std::size_t> all(runs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
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
