#include "sweep/declaration.hpp"

#include <set>

#include "grid/canonical.hpp"
#include "json/json.hpp"

namespace skald {
namespace {

record::AxisRecord axis_record(const grid::AxisValue& axis) {
  record::AxisRecord record{axis.path, std::monostate{}};
  if (const auto* boolean = std::get_if<bool>(&axis.value)) {
    record.value = *boolean;
  } else if (const auto* integer = std::get_if<std::int64_t>(&axis.value)) {
    record.value = *integer;
  } else if (const auto* number = std::get_if<double>(&axis.value)) {
    record.value = *number;
  } else if (!std::holds_alternative<std::monostate>(axis.value)) {
    record.value = options::display(axis.value);
  }
  return record;
}

record::CellRecord cell_record(const SweepRun& run, std::int64_t replicates) {
  return {.hash = run.cell_hash(),
          .canonical_json = grid::canonical_json(*run.cell),
          .axes = axis_records(*run.cell),
          .reference = run.is_reference,
          .origin = run.origin(),
          .replicates = replicates};
}

// All cells name the same, except that a clock is measured where there is one.
std::vector<std::string> metrics_of(const grid::Grid& grid) {
  std::vector<std::string> names;
  for (const grid::Cell& cell : grid.cells) {
    if (cell.metrics.size() <= names.size()) continue;
    names.clear();
    for (const grid::MetricChoice& metric : cell.metrics) names.push_back(metric.name);
  }
  return names;
}

}  // namespace

std::vector<record::AxisRecord> axis_records(const grid::Cell& cell) {
  std::vector<record::AxisRecord> axes;
  for (const grid::AxisValue& axis : cell.axes) axes.push_back(axis_record(axis));
  return axes;
}

std::string digests_json(const std::vector<DataDigest>& digests) {
  json::JsonValue object = json::json_object();
  for (const DataDigest& digest : digests) json::add(object, digest.file, digest.told);
  return json::write_json(object);
}

std::int64_t declare(const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                     store::Store& store) {
  return declare(loaded, runs, all_of(runs), store);
}

std::int64_t declare(const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                     std::span<const std::size_t> which, store::Store& store) {
  std::set<const grid::Cell*> wanted;
  for (const std::size_t i : which) {
    wanted.insert(runs[i].cell);
    if (runs[i].reference) wanted.insert(runs[*runs[i].reference].cell);
  }
  store.declare_metrics(loaded.metrics);
  std::vector<record::CellRecord> cells;
  std::vector<std::int64_t> positions;
  std::int64_t position = 0;
  for (const SweepRun& run : runs) {
    if (run.replicate != 0) continue;
    if (wanted.contains(run.cell)) {
      cells.push_back(cell_record(run, loaded.grid.replicates));
      positions.push_back(position);
    }
    ++position;
  }
  return store.declare_study({loaded.grid.name, loaded.text, metrics_of(loaded.grid)}, cells,
                             positions);
}

}  // namespace skald
