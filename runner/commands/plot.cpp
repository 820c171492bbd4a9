// skald plot DATABASE: a study as a figure, as numbers that are drawn, as a script.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "charts/gnuplot.hpp"
#include "charts/published_file.hpp"
#include "charts/recorded_points.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_reader.hpp"
#include "report/chart/chart_table.hpp"
#include "report/chart/curve_chart.hpp"
#include "report/chart/distribution_chart.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "report/chart/heat_chart.hpp"
#include "report/chart/points_chart.hpp"
#include "report/chart/setting_filter.hpp"
#include "report/chart/terminal_picture.hpp"
#include "report/chart/tradeoff_chart.hpp"
#include "report/format_table.hpp"
#include "store/database_check.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

using report::ChartKind;

struct PlotCommand {
  std::string database;
  std::string study, y, x, facet;  // empty: chosen
  std::vector<std::string> by, over, where, log;
  std::string kind = "auto";
  std::string band = "95";
  bool exact = false;
  std::string published;
  std::string picture, data, script;  // files; empty: none
};

constexpr const char* kIteration = "iteration";

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

report::PictureFormat format_of(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".svg") return report::PictureFormat::svg;
  if (extension == ".pdf") return report::PictureFormat::pdf;
  if (extension == ".png") return report::PictureFormat::png;
  if (extension == ".tex") return report::PictureFormat::tex;
  throw UsageError(
      fmt::format("-o {}: the name of a picture ends in .svg, .pdf, .png or .tex", file));
}

void check_options(const PlotCommand& command) {
  for (const std::string& axis : command.log) {
    if (axis != "x" && axis != "y" && axis != "none") {
      throw UsageError(fmt::format("--log: expected x, y, x,y or none, got {}", axis));
    }
  }
  if (!command.picture.empty()) format_of(command.picture);
  report::band(command.band);
  if (command.kind != "auto") report::chart_kind(command.kind);
}

// What x stands for.
enum class Across { unstated, iterations, axis, metric };

Across across(const PlotCommand& command, const record::StudyRuns& runs) {
  if (command.x.empty()) return Across::unstated;
  if (command.x == kIteration) return Across::iterations;
  return contains(runs.axes, command.x) ? Across::axis : Across::metric;
}

// y, then its exact value, then x where that is a metric or a cost.
record::StudyRuns read_runs(const store::StoreReader& reader, const PlotCommand& command,
                            const std::string& study) {
  std::string y = command.y;
  if (y.empty()) {
    const record::StudyRuns all = reader.study_runs(study);
    if (all.metrics.empty()) {
      throw UsageError(fmt::format("no run of {} has a value to draw yet", study));
    }
    y = all.metrics.front().name;
  }
  std::vector<std::string> metrics{y};
  if (command.exact) {
    if (!has_metric(reader, "exact_" + y)) {
      throw UsageError(fmt::format(
          "--exact: the database has no metric \"exact_{}\"; a grid whose \"metrics\" has it "
          "stores the closed form beside the simulation, where there is one",
          y));
    }
    metrics.push_back("exact_" + y);
  }
  record::StudyRuns named = reader.study_runs(study, metrics);
  if (across(command, named) != Across::metric) return named;
  metrics.push_back(command.x);
  return reader.study_runs(study, metrics);
}

ChartKind chosen_kind(const store::StoreReader& reader, const PlotCommand& command,
                      const record::StudyRuns& runs) {
  if (command.kind != "auto") return report::chart_kind(command.kind);
  const bool is_along = is_recorded_along(reader, runs, runs.metrics.front().name);
  switch (across(command, runs)) {
    case Across::unstated:
      return is_along ? ChartKind::curve : ChartKind::points;
    case Across::iterations:
      return ChartKind::curve;
    case Across::axis:
      return ChartKind::points;
    case Across::metric:
      break;
  }
  const bool is_curve = is_along && is_recorded_along(reader, runs, command.x);
  return is_curve ? ChartKind::curve : ChartKind::tradeoff;
}

void check_kind(const store::StoreReader& reader, const PlotCommand& command,
                const record::StudyRuns& runs, ChartKind kind) {
  const Across x = across(command, runs);
  const std::string_view name = report::name_of(kind);
  if (kind == ChartKind::curve && x == Across::axis) {
    throw UsageError(fmt::format(
        "--kind curve: \"{}\" is an axis of the study; a curve is over iteration, or over a metric "
        "or cost that was recorded along the runs",
        command.x));
  }
  if (kind == ChartKind::curve && x == Across::metric &&
      !is_recorded_along(reader, runs, command.x)) {
    throw UsageError(fmt::format(
        "--kind curve: \"{0}\" was not recorded along the runs; \"{0}\" in the grid's \"metrics\" "
        "records it, --kind tradeoff draws final values",
        command.x));
  }
  if (kind == ChartKind::tradeoff && x != Across::metric) {
    throw UsageError(
        "--kind tradeoff: --x must be a cost or a metric, such as bits_up, rounds, eps_spent or "
        "wall_seconds");
  }
  const bool is_over_axis =
      kind == ChartKind::points || kind == ChartKind::bars || kind == ChartKind::heat;
  if (is_over_axis && x != Across::unstated && x != Across::axis) {
    throw UsageError(
        fmt::format("--kind {}: --x must be an axis of the study, got \"{}\"", name, command.x));
  }
  const bool is_distribution = kind == ChartKind::histogram || kind == ChartKind::density;
  if (is_distribution && x != Across::unstated) {
    throw UsageError(fmt::format("--kind {}: x is the metric itself; leave out --x", name));
  }
  if (kind == ChartKind::heat && command.by.size() > 1) {
    throw UsageError("--kind heat: --by is the one axis that goes upwards");
  }
  if (command.exact && kind != ChartKind::curve && kind != ChartKind::points &&
      kind != ChartKind::bars) {
    throw UsageError("--exact: expected a curve, points or bars");
  }
  if (!command.published.empty() && (kind == ChartKind::heat || is_distribution)) {
    throw UsageError("--published: expected a curve, points, bars or a trade-off");
  }
}

std::string title_of(const std::string& study, const std::vector<std::string>& where) {
  std::string title = study;
  for (const std::string& condition : where) title += (title == study ? ": " : ", ") + condition;
  return title;
}

report::ChartRequest request_of(const PlotCommand& command, const record::StudyRuns& runs,
                                const std::string& study, ChartKind kind) {
  report::ChartRequest request;
  request.kind = kind;
  request.title = title_of(study, command.where);
  request.by = command.by;
  request.over = command.over;
  request.facet = command.facet;
  request.band = report::band(command.band);
  request.is_log_x = contains(command.log, "x");
  request.is_log_y = contains(command.log, "y");
  request.may_choose_log = command.log.empty();
  request.has_exact = command.exact;
  request.x.name = command.x;
  if (across(command, runs) == Across::metric) request.x.units = runs.metrics.back().units;
  return request;
}

report::Chart make_chart(const store::StoreReader& reader, const PlotCommand& command,
                         const record::StudyRuns& runs, const report::ChartRequest& request) {
  switch (request.kind) {
    case ChartKind::points:
    case ChartKind::bars:
      return report::points_chart(runs, request);
    case ChartKind::heat:
      return report::heat_chart(runs, request);
    case ChartKind::tradeoff:
      return report::tradeoff_chart(runs, request);
    case ChartKind::histogram:
    case ChartKind::density:
      return report::distribution_chart(runs, request);
    case ChartKind::curve:
      break;
  }
  RecordedPoints points(reader, runs.metrics.front().name, request.x.name,
                        command.exact ? runs.metrics[1].name : "");
  return report::curve_chart(runs, request, [&](std::int64_t run) { return points.of(run); });
}

void overlay(const PlotCommand& command, const record::StudyRuns& runs, report::Chart& chart) {
  if (command.published.empty()) return;
  const PublishedValues values = read_published(command.published, chart.y.name);
  if (report::add_published(chart, runs, values.rows, values.scale) == 0) {
    throw UsageError(
        fmt::format("{}: none of its rows belongs to this chart: no run that is drawn has the "
                    "values of the axes that they name",
                    command.published));
  }
}

// Rounds, the clock of the field, where the runs have recorded them; else Skald's own.
std::string clock_of(const store::StoreReader& reader, const record::StudyRuns& runs) {
  return is_recorded_along(reader, runs, "rounds") ? "rounds" : kIteration;
}

report::Chart chart_of(PlotCommand command) {
  store::StoreReader reader = open_reader(command.database);
  const store::Transaction one_state = reader.one_state();
  const std::string study = command.study.empty() ? last_study(reader) : command.study;
  store::require_sound(reader, study);
  record::StudyRuns runs = read_runs(reader, command, study);
  if (command.x.empty() && chosen_kind(reader, command, runs) == ChartKind::curve) {
    command.y = runs.metrics.front().name;
    command.x = clock_of(reader, runs);
    runs = read_runs(reader, command, study);
  }
  runs = report::filter_runs(std::move(runs), command.where);
  if (runs.runs.empty()) {
    throw UsageError(fmt::format("{}: no run of {}{}", command.database, study,
                                 command.where.empty() ? "" : " meets the conditions of --where"));
  }
  const ChartKind kind = chosen_kind(reader, command, runs);
  check_kind(reader, command, runs, kind);
  report::Chart chart = make_chart(reader, command, runs, request_of(command, runs, study, kind));
  if (chart.panels.empty()) {
    std::string notes;
    for (const std::string& note : chart.notes) notes += " " + note;
    throw UsageError(
        fmt::format("there is nothing of {} to draw.{}", runs.metrics.front().name, notes));
  }
  overlay(command, runs, chart);
  return chart;
}

void write(const std::string& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) throw std::runtime_error(file + ": cannot be written");
  print_error("written: {}\n", file);
}

void print_picture(const report::Chart& chart) {
  const std::string script = report::terminal_script(chart);
  if (script.empty()) return print_out(report::text_of(chart));
  try {
    std::string picture = draw_by_gnuplot(script);
    std::erase(picture, '\f');
    print_out(picture);
  } catch (const NoGnuplot& e) {
    print_out(report::text_of(chart));
    print_error("{}\n", e.what());
  }
}

int plot(const PlotCommand& command) {
  check_options(command);
  const report::Chart chart = chart_of(command);
  if (!command.data.empty()) {
    write(command.data, report::format_table(report::chart_table(chart), report::TableFormat::csv));
  }
  const auto format =
      command.picture.empty() ? report::PictureFormat::svg : format_of(command.picture);
  if (!command.script.empty()) write(command.script, report::gnuplot_script(chart, format));
  if (!command.picture.empty()) {
    write(command.picture, draw_by_gnuplot(report::gnuplot_script(chart, format)));
  }
  const bool has_file =
      !command.picture.empty() || !command.data.empty() || !command.script.empty();
  if (!has_file) {
    print_out("{}\n", chart.title);
    print_picture(chart);
  }
  for (const std::string& note : chart.notes) {
    has_file ? print_error("{}\n", note) : print_out("{}\n", note);
  }
  return kOk;
}

}  // namespace

void add_plot(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "plot", "a figure of a study: curves, points, heat maps, trade-offs", plot);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("--study", command.study, "study (default: the last one declared)");
  line.add_option("--y", command.y, "metric (default: the first one that compare shows)");
  line.add_option("--x", command.x,
                  "iteration, an axis, or a metric or cost: rounds, bits_up, gradient_evaluations, "
                  "eps_spent, wall_seconds (default: iteration, or the axis that varies most)");
  line.add_option("--by", command.by, "axes that make the series (default: all that vary)")
      ->delimiter(',');
  line.add_option("--over", command.over, "axes averaged over besides the replicates")
      ->delimiter(',');
  line.add_option("--facet", command.facet, "axis with a panel for each of its values");
  line.add_option("--where", command.where, "only these settings: \"p_c = 0.2 and rho > 0\"")
      ->allow_extra_args(false);
  line.add_option("--log", command.log,
                  "logarithmic axes: x, y, x,y or none (default: x where its values span decades)")
      ->delimiter(',');
  line.add_option("--band", command.band,
                  "95 (interval of the mean), min-max or none (default: 95)");
  line.add_option("--kind", command.kind,
                  "curve, points, bars, heat, tradeoff, histogram or density (default: auto)");
  line.add_flag("--exact", command.exact, "with the exact values, where \"exact_Y\" is a metric");
  line.add_option("--published", command.published, "table of published values (.json), overlaid");
  line.add_option("-o,--output", command.picture,
                  "figure, .svg, .pdf, .png or .tex (default: the terminal)");
  line.add_option("--data", command.data, "what is drawn, as .csv");
  line.add_option("--script", command.script, "the gnuplot script of the figure");
}

}  // namespace skald
