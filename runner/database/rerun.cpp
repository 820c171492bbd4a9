#include "database/rerun.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <stdexcept>

#include "database/artifacts.hpp"
#include "grid/canonical.hpp"
#include "grid/metric_choices.hpp"
#include "json/json.hpp"
#include "options/option_value.hpp"
#include "run/metric_set.hpp"
#include "run/run_plan.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// Returns the canonical text of the sections that a run and its reference share.
std::string shared_sections(const std::string& canonical) {
  const grid::Cell cell = grid::read_cell(canonical);
  grid::Cell shared;
  for (const Kind kind : {Kind::dataset, Kind::partition, Kind::model}) {
    shared.choice(kind) = cell.choice(kind);
  }
  return grid::canonical_json(shared);
}

// Returns that artifact of the study's reference run with the same data, partition and model.
std::optional<record::Blob> reference_artifact(const StoredRun& run,
                                               const store::StoreReader& reader,
                                               const std::string& name) {
  const record::ResultTable artifacts = reader.select(
      "SELECT c.canonical_json, a.content FROM artifacts a JOIN runs r ON r.id = a.run "
      "JOIN cells c ON c.id = r.cell JOIN study_cells s ON s.cell = c.id AND s.reference = 1 "
      "JOIN runs x ON x.hash = ? WHERE a.name = ? AND r.replicate = x.replicate AND r.seed = "
      "x.seed "
      "AND r.data_digests = x.data_digests AND r.former_of IS NULL AND s.study = x.study",
      run.text("hash"), name);
  const std::string wanted = shared_sections(run.text("canonical_json"));
  for (const auto& row : artifacts.rows) {
    if (shared_sections(std::get<std::string>(row[0])) == wanted)
      return std::get<record::Blob>(row[1]);
  }
  return std::nullopt;
}

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// The store has NULL for NaN.
double number(const record::SqlValue& value) {
  const auto* x = std::get_if<double>(&value);
  return x == nullptr ? std::nan("") : *x;
}

using Series = std::map<std::int64_t, std::vector<double>>;  // values by iteration
using SeriesByName = std::map<std::string, Series>;

// Acceptance, R-hat and ESS of the run's chains.
constexpr const char* kDiagnostics = "diagnostics of the chains";

SeriesByName stored_points(const store::StoreReader& reader, const std::string& hash) {
  const record::ResultTable stored = reader.select(
      "SELECT m.name, p.iteration, p.value FROM points p JOIN metrics m ON m.id = p.metric "
      "WHERE p.run = (SELECT id FROM runs WHERE hash = ?)",
      hash);
  SeriesByName points;
  for (const auto& row : stored.rows) {
    points[std::get<std::string>(row[0])][std::get<std::int64_t>(row[1])] = {number(row[2])};
  }
  const record::ResultTable moments =
      reader.select("SELECT * FROM moments WHERE run = (SELECT id FROM runs WHERE hash = ?)", hash);
  const std::size_t first = moments.columns.size() - record::kCostsAlong.size();
  for (const auto& row : moments.rows) {
    for (std::size_t i = first; i < row.size(); ++i)
      points[moments.columns[i]][std::get<std::int64_t>(row[1])] = {number(row[i])};
  }
  const record::ResultTable chains = reader.select(
      "SELECT iteration, acceptance, r_hat, ess FROM diagnostics"
      " WHERE run = (SELECT id FROM runs WHERE hash = ?)",
      hash);
  for (const auto& row : chains.rows) {
    points[kDiagnostics][std::get<std::int64_t>(row[0])] = {number(row[1]), number(row[2]),
                                                            number(row[3])};
  }
  return points;
}

SeriesByName points_of(const record::RunResults& outcome) {
  SeriesByName points;
  for (const record::SeriesRecord& series : outcome.series) {
    for (const record::PointRecord& point : series.points)
      points[series.metric][point.iteration] = {point.value};
  }
  for (const record::MomentRecord& moment : outcome.moments) {
    for (const Cost& cost : record::kCostsAlong)
      points[std::string(cost.name)][moment.iteration] = {moment.costs.*cost.value};
  }
  for (const record::Diagnostics& of : outcome.diagnostics)
    points[kDiagnostics][of.iteration] = {of.acceptance, of.r_hat, of.ess};
  return points;
}

SeriesByName vectors_of(const std::vector<record::VectorSeriesRecord>& all) {
  SeriesByName vectors;
  for (const record::VectorSeriesRecord& series : all) {
    for (const record::VectorPointRecord& point : series.points)
      vectors[series.metric][point.iteration] = point.values;
  }
  return vectors;
}

// Returns how two series differ where the stored one has records, or "". There may be more now,
// since older versions recorded less along runs with costly predictions.
std::string difference(const Series& stored, const Series& now, bool has_items) {
  if (stored.size() > now.size()) {
    return fmt::format("{} then, {} now", text::counted(stored.size(), "record"), now.size());
  }
  for (const auto& [iteration, then] : stored) {
    const auto found = now.find(iteration);
    if (found == now.end()) return fmt::format("no record at iteration {} now", iteration);
    const std::vector<double>& again = found->second;
    if (then.size() != again.size()) {
      return fmt::format("at iteration {}: {} items then, {} now", iteration, then.size(),
                         again.size());
    }
    for (std::size_t i = 0; i < then.size(); ++i) {
      if (is_same(then[i], again[i])) continue;
      const std::string item = has_items ? fmt::format(", item {}", i) : "";
      return fmt::format("at iteration {}{}: {} then, {} now", iteration, item, then[i], again[i]);
    }
  }
  return "";
}

// Adds one line per series that differs.
void add_differences(const SeriesByName& stored, const SeriesByName& now, bool has_items,
                     std::vector<std::string>& lines) {
  for (const auto& [metric, series] : stored) {
    const auto again = now.find(metric);
    const std::string text = again != now.end() ? difference(series, again->second, has_items)
                             : has_items        ? "not now"
                                                : difference(series, {}, false);
    if (!text.empty()) lines.push_back(metric + ": " + text);
  }
  for (const auto& [metric, series] : now) {
    if (!stored.contains(metric)) lines.push_back(metric + ": only now");
  }
}

std::string change(const std::string& what, const std::string& then, const std::string& now) {
  return fmt::format("{}: SHA-256 {} then, {} now", what, then, now);
}

// A plugin can be named twice: as the sampler of a run and as that of its start.
void add_once(std::vector<std::string>& lines, const std::string& line) {
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
}

json::JsonValue parsed(const std::string& json) {
  return json::parse_json(json, "provenance").root;
}

}  // namespace

run::RunRequest request_of(const StoredRun& run, const store::StoreReader& reader,
                           plugin_host::PluginHost& host, const std::string& folder) {
  run::RunRequest request;
  request.cell = grid::read_cell(run.text("canonical_json"), folder);
  request.cell.seed = static_cast<std::uint64_t>(run.integer("seed"));
  request.replicate = static_cast<std::uint64_t>(run.integer("replicate"));
  for (grid::PluginChoice& choice : request.cell.plugins) restore_choice(choice, host);
  request.cell.run = in_table_order(request.cell.run, run::run_option_infos(), "run");
  if (request.cell.start) restore_choice(request.cell.start->sampler, host);
  for (grid::MetricChoice& metric : grid::read_measured(run.text("measured"))) {
    restore_metric(metric, host);
    request.cell.metrics.push_back(std::move(metric));
  }
  request.is_reference = request.cell.metrics.empty();
  if (request.is_reference) {
    request.cell.is_reference = true;
    request.cell.metrics = run::reference_metrics(host);
  }
  request.reference = read_reference(
      [&](const std::string& name) { return reference_artifact(run, reader, name); });
  request.why_no_reference = "the database has none";
  return request;
}

std::vector<std::string> differences(const record::RunResults& first,
                                     const record::RunResults& again) {
  std::vector<std::string> lines;
  add_differences(points_of(first), points_of(again), false, lines);
  add_differences(vectors_of(first.vectors), vectors_of(again.vectors), true, lines);
  return lines;
}

std::vector<std::string> differences(const record::RunOutcome& outcome,
                                     const store::StoreReader& reader, const std::string& hash) {
  std::vector<std::string> lines;
  add_differences(stored_points(reader, hash), points_of(outcome), false, lines);
  add_differences(vectors_of(reader.vectors(hash)), vectors_of(outcome.vectors), true, lines);
  return lines;
}

ChangedInputs changed_inputs(const StoredRun& run, const std::string& data_digests,
                             const std::string& plugins) {
  ChangedInputs changed;
  const json::JsonValue files_now = parsed(data_digests);
  for (const json::JsonMember& file : parsed(run.text("data_digests")).members) {
    const std::string now = json::text_at(files_now, file.key);
    if (now != file.value.text) changed.data.push_back(change(file.key, file.value.text, now));
  }
  const json::JsonValue then = parsed(run.text("plugins")), now = parsed(plugins);
  for (const json::JsonValue& old : then.items) {
    for (const json::JsonValue& fresh : now.items) {
      const auto is_other = [&](const char* key) {
        return json::text_at(old, key) != json::text_at(fresh, key);
      };
      if (is_other("kind") || is_other("name")) continue;
      if (!is_other("sha256")) continue;
      add_once(changed.plugins,
               change("library of " + json::text_at(old, "kind") + " " + json::text_at(old, "name"),
                      json::text_at(old, "sha256"), json::text_at(fresh, "sha256")));
    }
  }
  return changed;
}

namespace {

void require_numerics(const grid::PluginChoice& choice, const plugin_host::Plugin& plugin) {
  const std::uint32_t now = plugin.descriptor->info.numerics_revision;
  if (now == choice.numerics_revision) return;
  throw std::invalid_argument(fmt::format(
      "the run was made with numerics revision {} of {} {}, which is at revision {} now",
      choice.numerics_revision, options::name_of(choice.kind), choice.plugin, now));
}

void restore(grid::PluginChoice& choice, const plugin_host::Plugin& plugin) {
  require_numerics(choice, plugin);
  choice.options = in_table_order(choice.options, plugin.options(), choice.plugin);
}

}  // namespace

std::vector<options::NamedValue> in_table_order(const std::vector<options::NamedValue>& options,
                                                std::span<const OptionInfo> table,
                                                const std::string& owner) {
  std::vector<options::NamedValue> ordered;
  std::size_t found = 0;
  for (const OptionInfo& info : table) {
    const auto given =
        std::find_if(options.begin(), options.end(),
                     [&](const options::NamedValue& o) { return o.first == info.name; });
    found += given != options.end();
    ordered.emplace_back(info.name,
                         given == options.end() ? options::OptionValue() : given->second);
  }
  if (found == options.size()) return ordered;
  throw std::invalid_argument(owner + " has other options now than when the run was made");
}

void restore_choice(grid::PluginChoice& choice, plugin_host::PluginHost& host) {
  restore(choice, host.find(choice.kind, choice.plugin));
}

void restore_metric(grid::MetricChoice& metric, plugin_host::PluginHost& host) {
  const plugin_host::Plugin& plugin = host.find(Kind::metric, metric.plugin.plugin);
  restore(metric.plugin, plugin);
  if (plugin.descriptor->library != nullptr) metric.plugin.library = plugin.descriptor->library;
  metric.needs_reference = grid::needs_reference(plugin.descriptor->metric.needs);
}

}  // namespace skald
