#include "report/chart/gnuplot_script.hpp"

#include <array>
#include <cmath>
#include <string_view>

#include "report/chart/chart_ranges.hpp"
#include "report/chart/gnuplot_marks.hpp"
#include "report/chart/gnuplot_text.hpp"
#include "report/chart/picture_layout.hpp"
#include "report/chart/picture_terminal.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

std::string shown(double value) { return text::number_text(value, 6); }
std::string exact(double value) { return text::number_text(value); }

class Script {
 public:
  Script(const Chart& chart, PictureFormat format)
      : chart_(chart),
        format_(format),
        markup_(markup_of(format)),
        ranges_(chart_ranges(chart)),
        layout_(picture_layout(chart, ranges_)) {}

  std::string text() {
    line("# gnuplot -d THIS_FILE > FIGURE");
    line("set terminal " + picture_terminal(format_, layout_.width, layout_.height));
    line("set encoding utf8");
    std::vector<PanelMarks> marks;
    marks.reserve(chart_.panels.size());
    for (std::size_t p = 0; p < chart_.panels.size(); ++p) {
      marks.push_back(panel_marks(chart_, chart_.panels[p], p, ranges_));
      text_ += marks.back().data;
    }
    line("set multiplot");
    axes();
    for (std::size_t p = 0; p < chart_.panels.size(); ++p) panel(p, marks[p]);
    frame();
    line("unset multiplot");
    return text_;
  }

 private:
  void line(const std::string& command) { text_ += command + '\n'; }

  std::string quoted(std::string_view text) const { return gnuplot_string(text, markup_); }
  std::string screen_x(double x) const { return shown(x / layout_.width); }
  std::string screen_y(double y) const { return shown(y / layout_.height); }
  std::string small() const { return small_font(format_); }

  // Settings that all panels share.
  void axes() {
    line("unset key");
    line("set border 3 lc rgb '#444444' lw 0.9");
    line("set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'");
    line("set bars 0.5");
    if (has_cells(chart_.kind)) {
      colours();
    } else {
      line("set grid " + std::string(chart_.x.categories.empty() ? "xtics " : "") +
           "ytics back lt 1 lc rgb '#e4e4e4' lw 0.6");
    }
    if (chart_.x.is_log) line("set logscale x");
    if (chart_.y.is_log) line("set logscale y");
    line("set xrange [" + exact(ranges_.x.low) + ":" + exact(ranges_.x.high) + "]");
    line("set yrange [" + exact(ranges_.y.low) + ":" + exact(ranges_.y.high) + "]");
  }

  void colours() {
    line("unset grid");
    line("set border 15");
    // viridis (van der Walt and Smith 2015): perceptually uniform, readable for the colour-blind.
    line(
        "set palette defined (0 '#440154', 1 '#482878', 2 '#3e4a89', 3 '#31688e', 4 '#26828e', "
        "5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')");
    line("set cbrange [" + exact(ranges_.value.low) + ":" + exact(ranges_.value.high) + "]");
    const Box& box = layout_.plots;
    line("set colorbox user origin screen " + screen_x(box.right + 10) + ", screen " +
         screen_y(box.bottom) + " size screen " + screen_x(12) + ", screen " +
         screen_y(box.top - box.bottom));
    line("set cbtics scale 0.4 " + tick_list(linear_ticks(ranges_.value, 5)));
  }

  std::string tick_list(const std::vector<Tick>& ticks) const {
    std::string list;
    for (const Tick& tick : ticks) {
      list += (list.empty() ? "" : ", ") + gnuplot_tick_string(tick.label, markup_) + " " +
              exact(tick.at) + (tick.is_minor ? " 1" : "");
    }
    return "(" + list + ")";
  }

  static std::vector<Tick> without_labels(std::vector<Tick> ticks) {
    for (Tick& tick : ticks) tick.label.clear();
    return ticks;
  }

  void margins(const Box& box) {
    line("set lmargin at screen " + screen_x(box.left));
    line("set rmargin at screen " + screen_x(box.right));
    line("set bmargin at screen " + screen_y(box.bottom));
    line("set tmargin at screen " + screen_y(box.top));
  }

  void panel(std::size_t p, const PanelMarks& marks) {
    const PanelPlace& place = layout_.panels[p];
    margins(place.box);
    const std::string turned = layout_.is_turned ? "rotate by 30 right " : "";
    line("set xtics offset 0,0.4 " + turned +
         tick_list(place.has_x_labels ? layout_.x_ticks : without_labels(layout_.x_ticks)));
    line("set ytics offset 0.5,0 " +
         tick_list(place.has_y_labels ? layout_.y_ticks : without_labels(layout_.y_ticks)));
    line("unset label");
    if (!chart_.panels[p].title.empty()) {
      line("set label " + quoted(chart_.panels[p].title) + " at screen " +
           screen_x((place.box.left + place.box.right) / 2) + ", screen " +
           screen_y(place.box.top + 9) + " center noenhanced");
    }
    if (chart_.kind == ChartKind::heat) cell_labels(chart_.panels[p]);
    std::string command = "plot ";
    for (std::size_t i = 0; i < marks.plots.size(); ++i) {
      command += (i == 0 ? "" : ", \\\n  ") + marks.plots[i] + " notitle";
    }
    line(command);
    if (has_cells(chart_.kind)) line("unset colorbox");
  }

  // Writes the value into each cell if there is room.
  void cell_labels(const ChartPanel& panel) {
    const double width = (layout_.panels[0].box.right - layout_.panels[0].box.left) /
                         static_cast<double>(chart_.x.categories.size());
    const double height = (layout_.panels[0].box.top - layout_.panels[0].box.bottom) /
                          static_cast<double>(chart_.y.categories.size());
    if (width < 34 || height < 14) return;
    for (const HeatCell& cell : panel.cells) {
      const bool is_number = std::isfinite(cell.value);
      const bool is_dark =
          is_number && cell.value < (0.55 * ranges_.value.low + 0.45 * ranges_.value.high) +
                                        0.1 * (ranges_.value.high - ranges_.value.low);
      line("set label " + quoted(is_number ? text::number_text(cell.value, 3) : "–") +
           " at first " + std::to_string(cell.column) + ", first " + std::to_string(cell.row) +
           " center front noenhanced tc rgb '" + (is_dark ? "#ffffff" : "#000000") + "'" + small());
    }
  }

  // Titles, legend and notes over all panels, as a plot whose coordinates are points of the
  // picture.
  void frame() {
    margins({0, layout_.width, 0, layout_.height});
    for (const char* command : {"unset logscale", "unset grid", "unset border", "unset tics",
                                "unset colorbox", "unset label"}) {
      line(command);
    }
    line("set xrange [0:" + shown(layout_.width) + "]");
    line("set yrange [0:" + shown(layout_.height) + "]");
    if (!chart_.title.empty()) {
      label(chart_.title, layout_.width / 2, layout_.title_y, "center");
    }
    const double middle = (layout_.plots.left + layout_.plots.right) / 2;
    const double height = (layout_.plots.bottom + layout_.plots.top) / 2;
    label(axis_title(chart_.x), middle, layout_.x_title_y, "center");
    label(axis_title(chart_.y), layout_.y_title_x, height, "center rotate by 90");
    if (has_cells(chart_.kind)) {
      label(axis_title(chart_.value), layout_.width - 10, height, "center rotate by 90");
    }
    for (std::size_t n = 0; n < layout_.notes.size(); ++n) {
      label(layout_.notes[n], 8, layout_.note_top - kNoteLine * static_cast<double>(n),
            "left tc rgb '#444444'" + small());
    }
    legend();
  }

  // Draws a piece of each series' line with its marker, and its name.
  void legend() {
    std::string plots, data;
    for (std::size_t e = 0; e < layout_.legend.size(); ++e) {
      const LegendEntry& entry = layout_.legend[e];
      const double middle = entry.x + layout_.legend_sample / 2;
      label(entry.name, entry.x + layout_.legend_sample + 7, entry.y, "left");
      const std::string name = "$legend" + std::to_string(e);
      data.append(name).append(" << END\n");
      for (const double x : {entry.x, middle, entry.x + layout_.legend_sample}) {
        data.append(shown(x)).append(" ").append(shown(entry.y)).append("\n");
      }
      data.append("END\n");
      for (const std::string& style : legend_styles(chart_, entry)) {
        plots.append(plots.empty() ? "" : ", \\\n  ").append(name).append(" ").append(style);
        plots.append(" notitle");
      }
    }
    text_ += data;
    line("plot " + (plots.empty() ? "NaN notitle" : plots));
  }

  void label(const std::string& text, double x, double y, const std::string& how) {
    line("set label " + quoted(text) + " at first " + shown(x) + ", first " + shown(y) +
         " noenhanced front " + how);
  }

  const Chart& chart_;
  PictureFormat format_;
  Markup markup_;
  ChartRanges ranges_;
  PictureLayout layout_;
  std::string text_;
};

}  // namespace

std::string gnuplot_script(const Chart& chart, PictureFormat format) {
  return Script(chart, format).text();
}

}  // namespace skald::report
