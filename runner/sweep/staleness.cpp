#include "sweep/staleness.hpp"

#include <fmt/core.h>

#include "grid/canonical.hpp"
#include "grid/canonical_changes.hpp"
#include "json/json.hpp"
#include "report/format_table.hpp"
#include "sweep/declaration.hpp"

namespace skald {
namespace {

record::SqlValue as_sql(const record::StoredValue& value) {
  return std::visit([](const auto& held) { return record::SqlValue(held); }, value);
}

using Axes = std::map<std::string, std::string>;

std::string place(const Axes& axes) {
  std::string text;
  for (const auto& [path, value] : axes) text.append(path).append("=").append(value).append("\n");
  return text;
}

std::string place(const grid::Cell& cell) {
  Axes axes;
  for (const record::AxisRecord& axis : axis_records(cell)) {
    const record::SqlValue value = as_sql(axis.value);
    if (!std::holds_alternative<std::monostate>(value))
      axes[axis.path] = report::format_value(value);
  }
  return place(axes);
}

}  // namespace

Staleness::Staleness(const store::StoreReader& reader, const std::string& study) {
  std::map<std::int64_t, Axes> axes;
  const record::ResultTable values = reader.select(
      "SELECT a.cell, n.path, a.value FROM axes a JOIN axis_names n ON n.id = a.axis "
      "WHERE a.value IS NOT NULL AND a.cell IN (SELECT r.cell FROM runs r "
      "JOIN studies s ON s.id = r.study WHERE s.name = ?)",
      study);
  for (const auto& row : values.rows) {
    axes[std::get<std::int64_t>(row[0])][std::get<std::string>(row[1])] =
        report::format_value(row[2]);
  }
  const record::ResultTable runs = reader.select(
      "SELECT r.cell, r.replicate, r.seed, r.data_digests FROM runs r "
      "JOIN studies s ON s.id = r.study WHERE s.name = ?",
      study);
  for (const auto& row : runs.rows) {
    const std::int64_t cell = std::get<std::int64_t>(row[0]);
    made_[{place(axes[cell]), std::get<std::int64_t>(row[1])}] = {
        cell, std::get<std::int64_t>(row[2]), std::get<std::string>(row[3])};
  }
  const record::ResultTable cells = reader.select(
      "SELECT id, canonical_json FROM cells WHERE id IN (SELECT r.cell FROM runs r "
      "JOIN studies s ON s.id = r.study WHERE s.name = ?)",
      study);
  for (const auto& row : cells.rows) {
    canonical_[std::get<std::int64_t>(row[0])] = std::get<std::string>(row[1]);
  }
}

std::optional<std::string> Staleness::reason(const SweepRun& run) const {
  const auto found = made_.find({place(*run.cell), run.replicate});
  if (found == made_.end()) return std::nullopt;
  const Made& made = found->second;
  std::string text =
      grid::canonical_changes(canonical_.at(made.cell), grid::canonical_json(*run.cell));
  const std::string data = grid::canonical_changes(made.data_digests, digests_json(run.data()));
  if (!data.empty()) text += (text.empty() ? "data " : ", data ") + data;
  const auto seed = static_cast<std::int64_t>(run.cell->seed);
  if (seed != made.seed) {
    text += fmt::format("{}seed: {} -> {}", text.empty() ? "" : ", ", made.seed, seed);
  }
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace skald
