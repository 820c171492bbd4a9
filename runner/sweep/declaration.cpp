#include "sweep/declaration.hpp"

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

}  // namespace

record::CellRecord cell_record(const grid::Cell& cell, bool is_reference) {
  record::CellRecord record;
  record.hash = grid::cell_hash(cell);
  record.canonical_json = grid::canonical_json(cell);
  for (const grid::AxisValue& axis : cell.axes) record.axes.push_back(axis_record(axis));
  record.reference = is_reference;
  return record;
}

std::string digests_json(const std::vector<DataDigest>& digests) {
  json::JsonValue object = json::json_object({});
  for (const auto& [file, sum] : digests) json::add(object, file, json::json_string(sum));
  return json::write_json(object);
}

std::int64_t declare(const LoadedGrid& loaded, store::Store& store) {
  store.declare_metrics(loaded.metrics);
  std::vector<record::CellRecord> cells;
  for (const grid::Cell& cell : loaded.grid.references) cells.push_back(cell_record(cell, true));
  for (const grid::Cell& cell : loaded.grid.cells) cells.push_back(cell_record(cell, false));
  return store.declare_study({loaded.grid.name, loaded.text}, cells);
}

}  // namespace skald
