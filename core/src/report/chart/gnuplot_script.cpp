#include "report/chart/gnuplot_script.hpp"

#include <algorithm>
#include <cmath>

#include "report/chart/chart_ranges.hpp"
#include "report/chart/gnuplot_marks.hpp"
#include "report/chart/picture_layout.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

class Script {
 public:
  Script(const Chart& chart, PictureFormat format, const PictureStyle& style)
      : chart_(chart),
        ranges_(chart_ranges(chart)),
        layout_(picture_layout(chart, ranges_, style)),
        picture_(format, layout_.width, layout_.height, style) {}

  std::string text() {
    std::vector<PanelMarks> marks;
    marks.reserve(chart_.panels.size());
    for (std::size_t p = 0; p < chart_.panels.size(); ++p) {
      marks.push_back(panel_marks(chart_, chart_.panels[p], p, ranges_));
      for (const auto& [name, rows] : marks.back().data) picture_.data(name, rows);
    }
    picture_.begin();
    axes();
    for (std::size_t p = 0; p < chart_.panels.size(); ++p) panel(p, marks[p]);
    frame();
    return picture_.end();
  }

 private:
  // Settings that all panels share.
  void axes() {
    if (chart_.kind->has_cells()) {
      colours();
    } else {
      picture_.line("set grid " + std::string(chart_.x.categories.empty() ? "xtics " : "") +
                    "ytics back lt 1 lc rgb '#e4e4e4' lw 0.6");
    }
    if (chart_.x.is_log) picture_.line("set logscale x");
    if (chart_.y.is_log) picture_.line("set logscale y");
    picture_.line("set xrange " + gnuplot_range(ranges_.x));
    picture_.line("set yrange " + gnuplot_range(ranges_.y));
  }

  void colours() {
    picture_.line("unset grid");
    picture_.line("set border 15");
    // viridis (van der Walt and Smith 2015): perceptually uniform, readable for the colour-blind.
    picture_.line(
        "set palette defined (0 '#440154', 1 '#482878', 2 '#3e4a89', 3 '#31688e', 4 '#26828e', "
        "5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')");
    picture_.line("set cbrange " + gnuplot_range(ranges_.value));
    const Box& box = layout_.plots;
    picture_.line("set colorbox user origin screen " + picture_.screen_x(box.right + 10) +
                  ", screen " + picture_.screen_y(box.bottom) + " size screen " +
                  picture_.screen_x(12) + ", screen " + picture_.screen_y(box.top - box.bottom));
    picture_.line("set cbtics scale 0.4 " + picture_.tick_list(linear_ticks(ranges_.value, 5)));
  }

  void panel(std::size_t p, const PanelMarks& marks) {
    const ChartPanel& panel = chart_.panels[p];
    const PanelPlace& place = layout_.panels[p];
    picture_.panel(
        place.box, place.has_x_labels ? layout_.x_ticks : without_labels(layout_.x_ticks),
        place.has_y_labels ? layout_.y_ticks : without_labels(layout_.y_ticks), layout_.is_turned);
    if (!panel.title.empty()) {
      picture_.line("set label " + picture_.quoted(panel.title) + " at screen " +
                    picture_.screen_x((place.box.left + place.box.right) / 2) + ", screen " +
                    picture_.screen_y(place.box.top + 9) + " center noenhanced");
    }
    if (!chart_.y.categories.empty()) cell_labels(panel);
    picture_.plot(marks.plots);
    if (chart_.kind->has_cells()) picture_.line("unset colorbox");
  }

  // Writes the value into each cell if there is room.
  void cell_labels(const ChartPanel& panel) {
    const Box& box = layout_.panels[0].box;
    const double width = (box.right - box.left) / static_cast<double>(chart_.x.categories.size());
    const double height = (box.top - box.bottom) / static_cast<double>(chart_.y.categories.size());
    if (width < 34 || height < 14) return;
    for (const HeatCell& cell : panel.cells) {
      const bool is_number = std::isfinite(cell.value);
      const bool is_dark =
          is_number && cell.value < (0.55 * ranges_.value.low + 0.45 * ranges_.value.high) +
                                        0.1 * (ranges_.value.high - ranges_.value.low);
      picture_.line("set label " +
                    picture_.quoted(is_number ? text::number_text(cell.value, 3) : "–") +
                    " at first " + std::to_string(cell.column) + ", first " +
                    std::to_string(cell.row) + " center front noenhanced tc rgb '" +
                    (is_dark ? "#ffffff" : "#000000") + "'" + picture_.small_font());
    }
  }

  // Titles, legend and notes over all panels.
  void frame() {
    picture_.frame();
    double title_y = layout_.title_y;
    for (const std::string& line : layout_.title) {
      picture_.label(line, layout_.width / 2, title_y, "center");
      title_y -= kTitleLine;
    }
    const double middle = (layout_.plots.left + layout_.plots.right) / 2;
    const double height = (layout_.plots.bottom + layout_.plots.top) / 2;
    picture_.label(axis_title(chart_.x), middle, layout_.x_title_y, "center");
    picture_.label(axis_title(chart_.y), layout_.y_title_x, height, "center rotate by 90");
    if (chart_.kind->has_cells()) {
      picture_.label(axis_title(chart_.value), layout_.width - 10, height, "center rotate by 90");
    }
    picture_.notes(layout_.notes, layout_.note_top);
    for (const PanelPlace& place : layout_.panels) {
      for (const EndLabel& label : place.labels) end_label(label);
    }
    legend();
  }

  void end_label(const EndLabel& label) {
    const auto more = static_cast<double>(label.lines.size() - 1);
    picture_.label("", label.x, label.y, "point " + marker_style(*label.series));
    for (std::size_t line = 0; line < label.lines.size(); ++line) {
      picture_.label(label.lines[line], label.x + kLabelSample / 2 + 2,
                     label.y + kLabelLine * (more / 2 - static_cast<double>(line)),
                     "left" + picture_.small_font());
    }
  }

  // Draws a piece of each series' line with its marker, and its name.
  void legend() {
    std::vector<std::string> plots;
    for (const LegendEntry& entry : layout_.legend) {
      picture_.label(entry.name, entry.x + layout_.legend_sample + 7, entry.y, "left");
    }
    for (std::size_t e = 0; e < layout_.legend.size(); ++e) {
      const LegendEntry& entry = layout_.legend[e];
      const std::string name = "legend" + std::to_string(e);
      std::string rows;
      for (const double share : {0.0, 0.5, 1.0}) {
        rows += text::number_text(entry.x + share * layout_.legend_sample, 6) + " " +
                text::number_text(entry.y, 6) + "\n";
      }
      picture_.data(name, rows);
      for (const std::string& style : legend_styles(chart_, entry)) {
        plots.push_back("$" + name + " " + style);
      }
    }
    picture_.plot(plots);
  }

  const Chart& chart_;
  ChartRanges ranges_;
  PictureLayout layout_;
  GnuplotPicture picture_;
};

}  // namespace

std::string gnuplot_script(const Chart& chart, PictureFormat format, const PictureStyle& style) {
  return Script(chart, format, completed(style, format)).text();
}

double excess_height(const Chart& chart, const PictureStyle& style) {
  if (!(style.height > 0)) return 0;
  const PictureStyle whole = completed(style, PictureFormat::svg);
  const double height = picture_layout(chart, chart_ranges(chart), whole).height;
  return std::max(0.0, height * whole.font_size / kFontSize - whole.height);
}

}  // namespace skald::report
