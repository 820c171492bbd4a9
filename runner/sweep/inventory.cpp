#include "sweep/inventory.hpp"

#include <fmt/core.h>

#include <set>
#include <unordered_set>

#include "grid/canonical.hpp"
#include "json/json.hpp"
#include "report/table_writer.hpp"
#include "sweep/declaration.hpp"
#include "sweep/pending_runs.hpp"

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

namespace {

std::unordered_set<std::string> hashes_of(std::span<const SweepRun> runs) {
  std::unordered_set<std::string> hashes;
  hashes.reserve(runs.size());
  for (const SweepRun& run : runs) hashes.insert(run.hash.text());
  return hashes;
}

// " (seed 1)" if all have one other seed than the grid, otherwise "".
std::string seed_note(const std::set<std::int64_t>& seeds, std::span<const SweepRun> runs) {
  const bool is_other = seeds.size() == 1 && !runs.empty() &&
                        *seeds.begin() != static_cast<std::int64_t>(runs.front().cell->seed);
  return is_other ? fmt::format(" (seed {})", *seeds.begin()) : "";
}

}  // namespace

Inventory take_inventory(std::span<const SweepRun> runs, const std::vector<std::size_t>& indices,
                         const StandingRuns& standing, const std::optional<Staleness>& staleness) {
  Inventory inventory;
  for (const std::size_t i : indices) {
    if (const auto status = status_of(standing.finished, runs[i])) {
      Counts& counts = record::is_result(*status) ? inventory.cached : inventory.failed;
      ++counts[std::string(name_of(*status))];
      continue;
    }
    const auto outdated = standing.outdated.outdated.find(i);
    if (outdated != standing.outdated.outdated.end()) {
      ++inventory.stale[to_text(outdated->second)];
      continue;
    }
    const auto reason = staleness ? staleness->reason(runs[i]) : std::nullopt;
    reason ? ++inventory.stale[*reason] : ++inventory.fresh;
  }
  return inventory;
}

std::string released_runs(const store::StoreReader& reader, const std::string& study,
                          std::span<const SweepRun> runs) {
  const record::ResultTable declared = reader.select(
      "SELECT r.hash, r.seed FROM current_runs AS r"
      " WHERE r.study = (SELECT id FROM studies WHERE name = ?) AND NOT EXISTS ("
      "SELECT 1 FROM current_runs AS o WHERE o.cell = r.cell AND o.id = r.id"
      " AND o.study <> r.study)",
      study);
  if (declared.rows.empty()) return "";
  const std::unordered_set<std::string> wanted = hashes_of(runs);
  std::size_t released = 0;
  std::set<std::int64_t> seeds;
  for (const auto& row : declared.rows) {
    if (wanted.contains(std::get<std::string>(row[0]))) continue;
    ++released;
    seeds.insert(std::get<std::int64_t>(row[1]));
  }
  if (released == 0) return "";
  return fmt::format("{} run{} of an earlier version of {}{}", released, released == 1 ? "" : "s",
                     study, seed_note(seeds, runs));
}

std::size_t total(const Counts& counts) {
  std::size_t sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  return sum;
}

std::string listed(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

std::string names_of(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += (text.empty() ? "" : ",") + name;
  return text;
}

}  // namespace skald
