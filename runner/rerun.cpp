#include "rerun.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <stdexcept>

#include "cell/run_plan.hpp"
#include "grid/canonical.hpp"
#include "grid/json.hpp"
#include "reference_artifacts.hpp"

namespace skald {
namespace {

// `options` in the order of the table; what the canonical cell leaves out is not set.
std::vector<NamedValue> in_table_order(const std::vector<NamedValue>& options,
                                       std::span<const OptionInfo> table,
                                       const std::string& owner) {
  std::vector<NamedValue> ordered;
  std::size_t found = 0;
  for (const OptionInfo& info : table) {
    const auto given = std::find_if(options.begin(), options.end(),
                                    [&](const NamedValue& o) { return o.first == info.name; });
    found += given != options.end();
    ordered.emplace_back(info.name, given == options.end() ? OptionValue() : given->second);
  }
  if (found == options.size()) return ordered;
  throw std::invalid_argument(owner + " has other options now than when the run was made");
}

void require_numerics(const PluginChoice& choice, const Plugin& plugin) {
  const std::uint32_t now = plugin.descriptor->info.numerics_revision;
  if (now == choice.numerics_revision) return;
  throw std::invalid_argument(fmt::format(
      "the run was made with numerics revision {} of {} {}, which is at revision {} now",
      choice.numerics_revision, name_of(section_of(choice.kind)), choice.plugin, now));
}

// The sections that a run and its reference share.
std::string shared_sections(const std::string& canonical) {
  const Cell cell = read_cell(canonical);
  Cell shared;
  for (const Kind kind : {Kind::dataset, Kind::partition, Kind::model}) {
    shared.choice(kind) = cell.choice(kind);
  }
  return canonical_json(shared);
}

// That artifact of the study's reference run with the same data, partition and model.
std::optional<Blob> reference_artifact(const StoredRun& run, const StoreReader& reader,
                                       const std::string& name) {
  const ResultTable artifacts = reader.select(
      "SELECT c.canonical_json, a.content FROM artifacts a JOIN runs r ON r.id = a.run "
      "JOIN cells c ON c.id = r.cell JOIN study_cells s ON s.cell = c.id AND s.reference = 1 "
      "WHERE a.name = ? AND r.replicate = ? AND s.study = (SELECT study FROM runs WHERE hash = ?)",
      name, run.integer("replicate"), run.text("hash"));
  const std::string wanted = shared_sections(run.text("canonical_json"));
  for (const auto& row : artifacts.rows) {
    if (shared_sections(std::get<std::string>(row[0])) == wanted) return std::get<Blob>(row[1]);
  }
  return std::nullopt;
}

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// NULL is not a number.
double number(const SqlValue& value) {
  const auto* x = std::get_if<double>(&value);
  return x == nullptr ? std::nan("") : *x;
}

using Points = std::map<std::int64_t, double>;

std::map<std::string, Points> stored_points(const StoreReader& reader, const std::string& hash) {
  const ResultTable stored = reader.select(
      "SELECT m.name, p.iteration, p.value FROM points p JOIN metrics m ON m.id = p.metric "
      "WHERE p.run = (SELECT id FROM runs WHERE hash = ?)",
      hash);
  std::map<std::string, Points> points;
  for (const auto& row : stored.rows) {
    points[std::get<std::string>(row[0])][std::get<std::int64_t>(row[1])] = number(row[2]);
  }
  return points;
}

// What differs between two series, or "".
std::string difference(const Points& stored, const Points& now) {
  if (stored.size() != now.size()) {
    return fmt::format("{} records then, {} now", stored.size(), now.size());
  }
  for (const auto& [iteration, value] : stored) {
    const auto found = now.find(iteration);
    if (found == now.end()) return fmt::format("no record at iteration {} now", iteration);
    if (is_same(value, found->second)) continue;
    return fmt::format("at iteration {}: {} then, {} now", iteration, value, found->second);
  }
  return "";
}

std::string change(const std::string& what, const std::string& then, const std::string& now) {
  return fmt::format("{}: SHA-256 {} then, {} now", what, then, now);
}

JsonValue parsed(const std::string& json) { return parse_json(json, "provenance").root; }

}  // namespace

RunRequest request_of(const StoredRun& run, const StoreReader& reader, PluginHost& host,
                      const std::string& folder) {
  RunRequest request;
  request.cell = read_cell(run.text("canonical_json"), folder);
  request.cell.seed = static_cast<std::uint64_t>(run.integer("seed"));
  request.replicate = static_cast<std::uint64_t>(run.integer("replicate"));
  for (PluginChoice& choice : request.cell.plugins) {
    const Plugin& plugin = host.find(choice.kind, choice.plugin);
    require_numerics(choice, plugin);
    choice.options = in_table_order(choice.options, plugin.options(), choice.plugin);
  }
  request.cell.run = in_table_order(request.cell.run, run_option_infos(), "run");
  request.is_reference = request.cell.metrics.empty();
  request.reference = read_reference(
      [&](const std::string& name) { return reference_artifact(run, reader, name); });
  request.no_reference = "the database has none";
  return request;
}

std::vector<std::string> differences(const RunOutcome& outcome, const StoreReader& reader,
                                     const std::string& hash) {
  const auto stored = stored_points(reader, hash);
  std::map<std::string, Points> now;
  for (const SeriesRecord& series : outcome.series) {
    for (const PointRecord& point : series.points)
      now[series.metric][point.iteration] = point.value;
  }
  std::vector<std::string> lines;
  for (const auto& [metric, points] : stored) {
    const std::string text = difference(points, now[metric]);
    if (!text.empty()) lines.push_back(fmt::format("{}: {}", metric, text));
  }
  for (const auto& [metric, points] : now) {
    if (!stored.contains(metric) && !points.empty()) lines.push_back(metric + ": only now");
  }
  return lines;
}

ChangedInputs changed_inputs(const StoredRun& run, const std::string& data_digests,
                             const std::string& plugins) {
  ChangedInputs changed;
  const JsonValue files_now = parsed(data_digests);
  for (const JsonMember& file : parsed(run.text("data_digests")).members) {
    const std::string now = text_at(files_now, file.key);
    if (now != file.value.text) changed.data.push_back(change(file.key, file.value.text, now));
  }
  const JsonValue then = parsed(run.text("plugins")), now = parsed(plugins);
  for (const JsonValue& old : then.items) {
    for (const JsonValue& fresh : now.items) {
      if (text_at(old, "kind") != text_at(fresh, "kind")) continue;
      if (text_at(old, "sha256") == text_at(fresh, "sha256")) continue;
      changed.plugins.push_back(
          change("library of " + text_at(old, "kind") + " " + text_at(old, "name"),
                 text_at(old, "sha256"), text_at(fresh, "sha256")));
    }
  }
  return changed;
}

}  // namespace skald
