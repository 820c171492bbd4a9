// skald plot DATABASE: draws a study as a figure, or writes its numbers or the script.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "charts/gnuplot.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/figure.hpp"
#include "commands/parts/plot_chart.hpp"
#include "commands/parts/study_selection.hpp"
#include "report/chart/chart_request.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "report/chart/picture_style.hpp"
#include "report/chart/terminal_picture.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"

namespace skald {
namespace {

void check_options(const PlotCommand& command) {
  for (const std::string& axis : command.log) {
    if (axis != "x" && axis != "y" && axis != "none") {
      throw UsageError(fmt::format("--log: expected x, y, x,y or none, got {}", axis));
    }
  }
  if (!command.picture.empty()) picture_format("-o", command.picture);
  report::band(command.band);
  if (command.kind != "auto") report::chart_kind(command.kind);
  const bool has_places =
      command.coordinates.size() == 2 && command.coordinates[0] >= 1 && command.coordinates[1] >= 1;
  if (!has_places) {
    throw UsageError("--coordinates: expected two numbers from 1 on, as in \"1,2\"");
  }
  const auto is_of_name = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == ' ' || c == '-' || c == '.';
  };
  if (!std::all_of(command.font.begin(), command.font.end(), is_of_name)) {
    throw UsageError("--font: expected the name of a family, got " + command.font);
  }
  if (command.font_size != 0 && !(command.font_size >= 3 && command.font_size <= 100)) {
    throw UsageError(
        fmt::format("--font-size: expected 3 to 100 points, got {}", command.font_size));
  }
}

report::PictureStyle style_of(const PlotCommand& command) {
  report::PictureStyle style;
  if (!command.medium.empty()) style = report::style_for(command.medium);
  if (!command.size.empty()) report::set_size(style, command.size);
  if (command.font_size != 0) style.font_size = command.font_size;
  if (!command.font.empty()) style.font = command.font;
  return style;
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
  const report::PictureStyle style = style_of(command);
  report::Chart chart = chart_of(command);
  const std::size_t all_notes = chart.notes.size();
  if (!command.has_all_notes) chart.notes = report::short_notes(chart.notes);
  if (!command.data.empty()) {
    write_and_tell(command.data,
                   report::format_table(report::chart_table(chart), report::TableFormat::csv));
  }
  write_figure({[&](auto format) { return report::gnuplot_script(chart, format, style); },
                chart.title, chart.source},
               command.script, command.picture);
  const bool has_file =
      !command.picture.empty() || !command.data.empty() || !command.script.empty();
  if (!has_file) {
    print_out("{}\n", chart.title);
    print_picture(chart);
  }
  for (const std::string& note : chart.notes) {
    has_file ? print_error("{}\n", note) : print_out("{}\n", note);
  }
  if (!chart.hint.empty()) print_error("{}\n", chart.hint);
  if (const double excess = report::excess_height(chart, style); has_file && excess > 1) {
    print_error(
        "the figure is {:.0f} pt higher than asked for, or its panels would be too small: "
        "--where or --facet chooses fewer\n",
        excess);
  }
  if (const std::size_t more = all_notes - chart.notes.size(); more > 0) {
    print_error("{} more {}: --notes\n", more, more == 1 ? "note" : "notes");
  }
  return kOk;
}

}  // namespace

void add_plot(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "plot",
                  "a figure of a study: curves, points, heat maps, trade-offs, draws", plot);
  line.add_option("database", command.database,
                  "results database, or a table of values (.csv, or - for standard input)")
      ->required();
  add_study(line, command.study, false);
  line.add_option("--y", command.y, "metric (default: the first one that compare shows)");
  line.add_option("--x", command.x,
                  "iteration, an axis, or a metric or cost: rounds, bits_up, gradient_evaluations, "
                  "eps_spent, simulated_seconds, wall_seconds (default: iteration, or the axis "
                  "that varies most)");
  line.add_option("--by", command.by, "axes that make the series (default: all that vary)")
      ->delimiter(',');
  add_over(line, command.over);
  line.add_option("--facet", command.facet, "axis with a panel for each of its values");
  line.add_option("--where", command.where, "only these settings: \"p_c = 0.2 and rho > 0\"")
      ->allow_extra_args(false);
  line.add_option("--log", command.log,
                  "logarithmic axes: x, y, x,y or none (default: x where its values span decades)")
      ->delimiter(',');
  line.add_option("--band", command.band,
                  "95 (interval of the mean), min-max or none (default: 95)");
  line.add_option("--kind", command.kind, report::chart_kind_names() + " (default: auto)");
  line.add_option(
      "--target", command.target,
      "the value of y, a cost, when a recorded curve reached this target: \"w2 <= 1e-3\"");
  line.add_option("--coordinates", command.coordinates, "of draws (default: 1,2)")->delimiter(',');
  line.add_option("--title", command.title,
                  "title, the finding of the figure (default: the study and what is drawn)");
  line.add_option("--x-title", command.x_title, "title of the x axis");
  line.add_option("--y-title", command.y_title, "title of the metric's axis");
  line.add_flag(
      "--exact", command.exact,
      "with the exact values, where \"exact_Y\" is a metric; of draws, with the exact posterior");
  line.add_option("--published", command.published, "table of published values (.json), overlaid");
  line.add_option("-o,--output", command.picture,
                  "figure, .svg, .pdf, .png or .tex (default: the terminal)");
  line.add_option("--for", command.medium,
                  "size and letters for a journal's text or for slides: " + report::media_names());
  line.add_option("--size", command.size, "width, or width x height: 8.4cm, 3.25in, 240x150pt");
  line.add_option("--font", command.font, "family of the letters");
  line.add_option("--font-size", command.font_size, "of letters, in points");
  line.add_flag("--notes", command.has_all_notes,
                "all notes below the figure (default: two lines of them)");
  line.add_option("--data", command.data, "file for what is drawn, .csv");
  line.add_option("--script", command.script, "the gnuplot script of the figure");
  line.add_option("--folder", command.folder,
                  "folder to which the runs' file names are relative, for the exact posterior");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
