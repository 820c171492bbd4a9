#include "commands/parts/plot_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "charts/published_file.hpp"
#include "charts/recorded_points.hpp"
#include "charts/table_study.hpp"
#include "commands/parts/stored_problems.hpp"
#include "commands/parts/study_selection.hpp"
#include "database/kept_draws.hpp"
#include "database/open_database.hpp"
#include "database/stored_run.hpp"
#include "database/study.hpp"
#include "grids/loaded_grid.hpp"
#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/paper_symbols.hpp"
#include "report/chart/setting_filter.hpp"
#include "system/exit_code.hpp"

namespace skald {
namespace {

using report::ChartKind;
using report::ChartX;

constexpr const char* kIteration = "iteration";
constexpr const char* kRounds = "rounds";

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The meaning of x.
enum class HorizontalAxis { unstated, iterations, axis, metric };

HorizontalAxis across(const PlotCommand& command, const std::vector<std::string>& axes) {
  if (command.x.empty()) return HorizontalAxis::unstated;
  if (command.x == kIteration) return HorizontalAxis::iterations;
  return contains(axes, command.x) ? HorizontalAxis::axis : HorizontalAxis::metric;
}

// Returns the runs with their cost y until the target is reached, by default their iterations.
record::StudyRuns read_until(const store::StoreReader& reader, const PlotCommand& command,
                             const std::string& study) {
  const auto targets = conditions_of("--target", command.target);
  if (targets.size() != 1) {
    throw UsageError("--target: found \"" + command.target +
                     "\", expected one metric, a comparison and a number, as in \"w2 <= 1e-3\"");
  }
  const bool has_cost = !command.y.empty() && command.y != "iterations";
  return report::with_metrics(until_target(reader, {study}, targets.front(), {},
                                           {has_cost ? command.y : std::string("rounds")}),
                              {has_cost ? 1U : 0U});
}

// The metric of the closed form beside y.
std::string exact_metric(const store::StoreReader& reader, const std::string& y) {
  if (has_metric(reader, "exact_" + y)) return "exact_" + y;
  throw UsageError(fmt::format(
      "--exact: the database has no metric \"exact_{}\"; a grid whose \"metrics\" has it "
      "stores the closed form beside the simulation, where there is one",
      y));
}

// Returns the runs with the metrics y, its exact value, and x if it is a metric or a cost. Without
// x, their rounds are last.
record::StudyRuns read_runs(const store::StoreReader& reader, const PlotCommand& command,
                            const std::string& study) {
  if (!command.target.empty()) return read_until(reader, command, study);
  std::vector<std::string> named, wanted, last;
  if (!command.y.empty()) named.push_back(command.y);
  if (command.x.empty()) last.push_back(kRounds);
  if (across(command, reader.axes()) == HorizontalAxis::metric) last.push_back(command.x);
  record::StudyRuns runs = reader.study_runs(study, named, last);
  if (runs.metrics.size() == last.size())
    throw UsageError(fmt::format("no run of {} has a value to draw yet", study));
  wanted.push_back(runs.metrics.front().name);
  if (command.exact && command.kind != "draws") wanted.push_back(exact_metric(reader, wanted[0]));
  wanted.insert(wanted.end(), last.begin(), last.end());
  std::vector<std::size_t> places;
  for (const std::string& metric : wanted) {
    const auto place = report::metric_index(runs, metric);
    if (!place) return reader.study_runs(study, wanted);
    places.push_back(*place);
  }
  return report::with_metrics(std::move(runs), places);
}

// Returns points, or a heat map of two axes if these would make more than eight lines.
const ChartKind& final_kind(const PlotCommand& command, const record::StudyRuns& runs) {
  constexpr std::size_t most_lines = 8;
  std::vector<std::string> axes = report::varying_axes(runs, {.over = command.over});
  const bool is_free = command.by.empty() && command.facet.empty() && command.published.empty() &&
                       !command.exact && axes.size() == 2;
  if (!is_free) return ChartKind::points;
  const std::string x = command.x.empty() ? report::longest_axis(runs, axes) : command.x;
  std::erase(axes, x);
  const bool has_many = report::values_of(runs, axes.front()).size() > most_lines;
  return has_many ? ChartKind::heat : ChartKind::points;
}

const ChartKind& chosen_kind(const store::StoreReader& reader, const PlotCommand& command,
                             const record::StudyRuns& runs) {
  if (command.kind != "auto") return report::chart_kind(command.kind);
  if (!command.target.empty()) return ChartKind::points;
  const bool is_along = is_recorded_along(reader, runs, runs.metrics.front().name);
  switch (across(command, runs.axes)) {
    case HorizontalAxis::unstated:
      return is_along ? ChartKind::curve : final_kind(command, runs);
    case HorizontalAxis::iterations:
      return ChartKind::curve;
    case HorizontalAxis::axis:
      return final_kind(command, runs);
    case HorizontalAxis::metric:
      break;
  }
  const bool is_curve = is_along && is_recorded_along(reader, runs, command.x);
  return is_curve ? ChartKind::curve : ChartKind::tradeoff;
}

void check_kind(const store::StoreReader* reader, const PlotCommand& command,
                const record::StudyRuns& runs, const ChartKind& kind) {
  const auto require = [&kind](bool is_met, std::string_view expected) {
    if (!is_met) throw UsageError(fmt::format("--kind {}: {}", kind.name, expected));
  };
  const HorizontalAxis x = across(command, runs.axes);
  const bool has_runs = reader != nullptr && command.target.empty();
  require(has_runs || !kind.needs_runs, "expected a database, without --target");
  switch (kind.x) {
    case ChartX::along:
      require(
          x != HorizontalAxis::axis,
          fmt::format("\"{}\" is an axis of the study; {} is over iteration, or over a metric or "
                      "cost that was recorded along the runs",
                      command.x, kind.words));
      require(x != HorizontalAxis::metric || is_recorded_along(*reader, runs, command.x),
              fmt::format("\"{0}\" was not recorded along the runs; \"{0}\" in the grid's "
                          "\"metrics\" records it, --kind tradeoff draws final values",
                          command.x));
      break;
    case ChartX::cost:
      require(x == HorizontalAxis::metric,
              "--x must be a cost or a metric, such as bits_up, rounds, eps_spent or wall_seconds");
      break;
    case ChartX::axis:
      require(x == HorizontalAxis::unstated || x == HorizontalAxis::axis,
              fmt::format("--x must be an axis of the study, got \"{}\"", command.x));
      require(!kind.has_cells() || command.by.size() <= 1, "--by names the one vertical axis");
      break;
    case ChartX::own:
      require(x == HorizontalAxis::unstated, "x is the metric itself; leave out --x");
  }
  require(kind.marks != report::ChartMarks::bars || !contains(command.log, "y"),
          "a bar begins at 0, which a logarithmic axis does not have; --kind points");
  if (command.exact && !kind.has_exact) {
    throw UsageError("--exact: expected " + report::chart_kinds_with(&ChartKind::has_exact));
  }
  if (!command.published.empty() && !kind.has_published) {
    throw UsageError("--published: expected " +
                     report::chart_kinds_with(&ChartKind::has_published));
  }
}

report::ChartRequest request_of(const PlotCommand& command, const record::StudyRuns& runs,
                                const std::string& study, const ChartKind& kind) {
  report::ChartRequest request;
  request.kind = &kind;
  request.title = command.title.empty() ? study : command.title;
  request.by = command.by;
  request.over = command.over;
  request.facet = command.facet;
  request.band = report::band(command.band);
  request.is_log_x = contains(command.log, "x");
  request.is_log_y = contains(command.log, "y");
  request.may_choose_log = command.log.empty();
  request.has_exact = command.exact;
  request.x.name = command.x;
  if (across(command, runs.axes) == HorizontalAxis::metric)
    request.x.units = runs.metrics.back().units;
  return request;
}

// `reader` provides what `runs` does not contain; null for charts of final values.
report::Chart make_chart(const store::StoreReader* reader, const PlotCommand& command,
                         const record::StudyRuns& runs, report::ChartRequest request) {
  if (!request.kind->needs_runs) return report::make_chart(runs, request);
  RecordedPoints points(*reader, runs.metrics.front().name, request.x.name,
                        command.exact && runs.metrics.size() > 1 ? runs.metrics[1].name : "");
  request.points = [&points](std::int64_t run) { return points.of(run); };
  const std::size_t x = command.coordinates[0], y = command.coordinates[1];
  request.coordinates = {fmt::format("θ_{}", x), fmt::format("θ_{}", y)};
  request.draws = [&](std::int64_t run) { return kept_draws(*reader, run, x - 1, y - 1); };
  if (!command.exact || request.kind->x == ChartX::along) return report::make_chart(runs, request);
  StoredProblems problems(*reader, command.plugins, command.folder);
  request.law = [&](std::int64_t run) { return problems.posterior(run, x - 1, y - 1); };
  return report::make_chart(runs, request);
}

void overlay(const PlotCommand& command, const record::StudyRuns& runs, report::Chart& chart) {
  if (command.published.empty()) return;
  const auto values = read_published(command.published, {chart.y.name}).front();
  if (report::add_published(chart, runs, values.rows, values.scale) == 0) {
    throw UsageError(
        fmt::format("{}: none of its rows belongs to this chart: no run that is drawn has the "
                    "values of the axes that they name",
                    command.published));
  }
}

// Where x was not chosen: curves are over rounds, the clock of the field, if the runs recorded
// them, otherwise over Skald's own clock. The runs keep their rounds, the last metric, in that case
// alone.
void choose_clock(const store::StoreReader& reader, PlotCommand& command, record::StudyRuns& runs) {
  if (!command.x.empty()) return;
  const bool is_along = chosen_kind(reader, command, runs).x == ChartX::along;
  const bool has_rounds = is_along && is_recorded_along(reader, runs, kRounds);
  if (is_along) command.x = has_rounds ? kRounds : kIteration;
  if (!command.target.empty() || has_rounds) return;
  runs.metrics.pop_back();
  for (record::StudyRuns::Run& run : runs.runs) run.metrics.pop_back();
}

record::StudyRuns wanted_runs(const PlotCommand& command, record::StudyRuns runs,
                              const std::string& study) {
  runs = report::filter_runs(std::move(runs), where_conditions(command.where));
  if (!runs.runs.empty()) return runs;
  throw UsageError(fmt::format("{}: no run of {}{}", command.database, study,
                               command.where.empty() ? "" : " meets the conditions of --where"));
}

// Adds to the title, the name of the study, what is asked of it: "drift: W₂ over rounds, K = 5".
void add_question(report::Chart& chart, const std::vector<std::string>& where) {
  const auto axis = [](const report::ChartAxis& its) {
    return its.title.empty() ? report::paper_symbol(its.name) : its.title;
  };
  const bool has_cells = !chart.y.categories.empty();
  chart.title += ": " + (has_cells ? axis(chart.value) : axis(chart.y));
  const std::string x = axis(chart.x);
  if (!x.empty()) chart.title += " over " + x + (has_cells ? " and " + axis(chart.y) : "");
  for (const std::string& condition : where) {
    chart.title += ", " + report::paper_formula(condition);
  }
}

// Throws if the chart is empty. Adds published values and titles.
void finish(const PlotCommand& command, const record::StudyRuns& runs, report::Chart& chart) {
  if (chart.panels.empty()) {
    std::string notes;
    for (const std::string& note : chart.notes) notes += " " + note;
    throw UsageError(
        fmt::format("there is nothing of {} to draw.{}", runs.metrics.front().name, notes));
  }
  if (!command.target.empty()) {
    chart.notes.push_back("Until " + command.target + " is first recorded, where it is.");
  }
  overlay(command, runs, chart);
  chart.x.title = command.x_title;
  (chart.y.categories.empty() ? chart.y : chart.value).title = command.y_title;
  if (command.title.empty()) add_question(chart, command.where);
}

// Examines the study before it is read: processes that are made for exact posteriors should find a
// single thread.
report::Chart chart_of_database(PlotCommand command) {
  store::StoreReader reader = open_reader(command.database);
  const std::string study = study_called(reader, command.study);
  store::require_sound(reader, study);
  record::StudyRuns runs = read_runs(reader, command, study);
  choose_clock(reader, command, runs);
  runs = wanted_runs(command, std::move(runs), study);
  const ChartKind& kind = chosen_kind(reader, command, runs);
  check_kind(&reader, command, runs, kind);
  report::Chart chart = make_chart(&reader, command, runs, request_of(command, runs, study, kind));
  finish(command, runs, chart);
  chart.source = programs_of(reader, study);
  return chart;
}

bool has_replicates(const record::StudyRuns& runs) {
  return std::any_of(runs.runs.begin(), runs.runs.end(),
                     [&](const auto& run) { return run.replicate != runs.runs.front().replicate; });
}

// What plugins say of metrics of these names: units, scales, and which values are better.
void know_metrics(const PluginOptions& options, record::StudyRuns& runs) {
  plugin_host::PluginHost host = open_plugins(options);
  for (record::MetricRecord& metric : runs.metrics) {
    for (const plugin_host::CatalogEntry& entry : host.catalog()) {
      if (const auto* plugin = entry.find(Kind::metric, metric.name))
        metric = metric_record(*plugin);
    }
  }
}

report::Chart chart_of_table(const PlotCommand& command) {
  if (!command.target.empty() || !command.study.empty() || command.exact) {
    throw UsageError(command.database +
                     ": a table, expected a database with --study, --target or --exact");
  }
  const std::string study = table_name(command.database);
  std::vector<std::string> metrics;
  if (!command.y.empty()) metrics.push_back(command.y);
  if (command.kind == ChartKind::tradeoff.name) metrics.push_back(command.x);
  record::StudyRuns table = read_table(command.database, metrics);
  know_metrics(command.plugins, table);
  const record::StudyRuns runs = wanted_runs(command, std::move(table), study);
  const ChartKind& kind =
      command.kind == "auto" ? final_kind(command, runs) : report::chart_kind(command.kind);
  check_kind(nullptr, command, runs, kind);
  report::ChartRequest request = request_of(command, runs, study, kind);
  request.has_replicates = has_replicates(runs);
  report::Chart chart = make_chart(nullptr, command, runs, request);
  finish(command, runs, chart);
  chart.source = "from the table " + std::filesystem::path(command.database).filename().string();
  return chart;
}

}  // namespace

report::Chart chart_of(PlotCommand command) {
  if (is_table(command.database)) return chart_of_table(command);
  return chart_of_database(std::move(command));
}

}  // namespace skald
