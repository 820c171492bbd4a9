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
        entries_(chart),
        is_page_(format == PictureFormat::page),
        picture_(format, layout_.width, layout_.height, style) {}

  std::string text() {
    std::vector<PanelMarks> marks;
    marks.reserve(chart_.panels.size());
    for (std::size_t p = 0; p < chart_.panels.size(); ++p) {
      marks.push_back(
          panel_marks(chart_, chart_.panels[p], p, ranges_, is_page_ ? &entries_ : nullptr));
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

  void panel(std::size_t p, PanelMarks& marks) {
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
    if (!chart_.y.categories.empty()) cell_labels(panel, marks.plots);
    picture_.plot(marks.plots);
    if (chart_.kind->has_cells()) picture_.line("unset colorbox");
  }

  // Writes the value into each cell if there is room; in a page, as the last elements of the plot.
  void cell_labels(const ChartPanel& panel, std::vector<std::string>& plots) {
    const Box& box = layout_.panels[0].box;
    const double width = (box.right - box.left) / static_cast<double>(chart_.x.categories.size());
    const double height = (box.top - box.bottom) / static_cast<double>(chart_.y.categories.size());
    if (width < 34 || height < 14) return;
    if (is_page_) plots.push_back(part_word("cells", 0, 0));
    for (const HeatCell& cell : panel.cells) {
      const bool is_number = std::isfinite(cell.value);
      // Of black and white, what has more contrast with the colour.
      const bool is_dark =
          is_number && cell.value < 0.56 * ranges_.value.low + 0.44 * ranges_.value.high;
      const std::string_view ink = is_dark                  ? "#ffffff"
                                   : is_page_ && !is_number ? "#444444"
                                                            : "#000000";
      const std::string text = picture_.quoted(is_number ? text::number_text(cell.value, 3) : "–");
      const std::string style =
          " noenhanced tc rgb '" + std::string(ink) + "'" + picture_.small_font();
      const std::string x = std::to_string(cell.column), y = std::to_string(cell.row);
      if (is_page_) {
        plots.push_back(text_at(x, y, text) + " with labels center" + style);
      } else {
        picture_.line("set label " + text + " at first " + x + ", first " + y + " center front" +
                      style);
      }
    }
  }

  // Returns a plot element that draws one text, without its style.
  static std::string text_at(const std::string& x, const std::string& y, const std::string& text) {
    return "'+' using (" + x + "):(" + y + "):(" + text + ") every ::::0";
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

  // Writes a name of an entry, and its marker if it has a style; in a page, as elements of the last
  // plot, which are one group there.
  void name(std::string_view text, double x, double y, const std::string& style) {
    if (!is_page_) return picture_.label(text, x, y, style);
    choices_.push_back(
        text_at(text::number_text(x, 6), text::number_text(y, 6), picture_.quoted(text)) +
        " with labels noenhanced " + style);
  }
  void begin_entry(std::size_t number) {
    if (is_page_) choices_.push_back(part_word("entry " + std::to_string(number), 0, 0));
  }

  void end_label(const EndLabel& label) {
    const auto more = static_cast<double>(label.lines.size() - 1);
    begin_entry(entries_.number_of(*label.series));
    name("", label.x, label.y, "point " + marker_style(*label.series));
    for (std::size_t line = 0; line < label.lines.size(); ++line) {
      name(label.lines[line], label.x + kLabelSample / 2 + 2,
           label.y + kLabelLine * (more / 2 - static_cast<double>(line)),
           "left" + picture_.small_font());
    }
  }

  // Draws a piece of each series' line with its marker, and its name.
  void legend() {
    const auto write_name = [this](const LegendEntry& entry) {
      name(entry.name, entry.x + layout_.legend_sample + 7, entry.y, "left");
    };
    if (!is_page_) std::for_each(layout_.legend.begin(), layout_.legend.end(), write_name);
    for (std::size_t e = 0; e < layout_.legend.size(); ++e) {
      const LegendEntry& entry = layout_.legend[e];
      begin_entry(entry.number);
      if (is_page_) write_name(entry);
      const std::string block = "legend" + std::to_string(e);
      std::string rows;
      for (const double share : {0.0, 0.5, 1.0}) {
        rows += text::number_text(entry.x + share * layout_.legend_sample, 6) + " " +
                text::number_text(entry.y, 6) + "\n";
      }
      picture_.data(block, rows);
      for (const std::string& style : legend_styles(chart_, entry)) {
        choices_.push_back("$" + block + " " + style);
      }
    }
    picture_.plot(choices_);
  }

  const Chart& chart_;
  ChartRanges ranges_;
  PictureLayout layout_;
  LegendEntries entries_;
  bool is_page_;
  std::vector<std::string> choices_;  // elements of the last plot
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
