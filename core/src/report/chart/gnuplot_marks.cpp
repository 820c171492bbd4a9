#include "report/chart/gnuplot_marks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "report/chart/gnuplot_text.hpp"
#include "report/chart/look.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

std::string colour(const Look& look) { return "lc rgb '" + std::string(look.colour) + "'"; }

std::string dashes(const Look& look) {
  return look.dashes.empty() ? " dt solid" : " dt (" + std::string(look.dashes) + ")";
}

// Returns the line style of a series, and below, its marker.
std::string line_style(const ChartSeries& series) {
  const Look its = look(series.look);
  if (series.is_faint) return "lc rgb '#b8b8b8' dt solid lw 0.8";
  if (series.source == ChartSource::exact) return colour(its) + " dt (0.5,2.5) lw 2";
  if (series.source == ChartSource::survivors) return colour(its) + " dt (3,6) lw 0.8";
  if (series.source == ChartSource::published) return colour(its) + " dt (12,4,2,4) lw 1.2";
  return colour(its) + dashes(its) + " lw 1.8";
}

std::string marker(const ChartSeries& series) {
  const Look its = look(series.look);
  if (series.is_faint) return " pt 7 ps 0.3";
  if (series.source == ChartSource::exact) return " pt 2 ps 0.9";
  if (series.source == ChartSource::survivors) return " pt 1 ps 0.9";
  if (series.source == ChartSource::published) {
    return " pt " + std::to_string(is_black(series.look) ? its.marker : 3) + " ps 1.0";
  }
  return " pt " + std::to_string(its.marker) + (has_interval(series) ? " ps 0.6" : " ps 0.75");
}

// Returns rows of x, y, low, high, x_low, x_high. Intervals are cut off at the ends of the axes.
// `shift` is added to x, on an axis of categories.
std::string point_rows(const ChartSeries& series, const ChartRanges& ranges, double shift) {
  const auto cut = [](double value, const Range& range) {
    return std::isfinite(value) ? std::clamp(value, range.low, range.high) : value;
  };
  std::string rows;
  for (const ChartPoint& p : series.points) {
    if (p.starts_anew) rows += "\n";  // ends a line
    rows += gnuplot_row({p.x + shift, p.y, cut(p.low, ranges.y), cut(p.high, ranges.y),
                         cut(p.x_low, ranges.x), cut(p.x_high, ranges.x)});
  }
  return rows;
}

// Returns the style of error bars; markers on them are small, so as not to hide them.
std::string bar_style(const ChartSeries& series) {
  return colour(look(series.look)) + " dt solid lw 1.1 pt 0";
}

// Returns the style of single points. Exact values are black, on top of the estimates that
// they belong to.
std::string point_style(const ChartSeries& series) {
  if (series.source == ChartSource::exact) return "lc rgb '#000000' dt solid lw 1.3 pt 2 ps 1.1";
  return line_style(series) + marker(series);
}

// Limits the number of markers, so that they do not cover the line.
std::string spaced(const ChartSeries& series) {
  constexpr std::size_t most = 8;
  if (series.points.size() <= most + 4) return "";
  return " pi " + std::to_string((series.points.size() + most - 1) / most);
}

std::string joined(const ChartSeries& series, bool has_markers) {
  return has_markers ? "linespoints " + line_style(series) + marker(series) + spaced(series)
                     : "lines " + line_style(series);
}

struct Shift {
  double width = 0;  // of the marks of one series
  double at = 0;
};

// Returns where the marks of a series stand within a category, beside those of the other series.
Shift shift_of(const Chart& chart, const ChartPanel& panel, std::size_t series) {
  if (chart.x.categories.empty()) return {};
  std::size_t count = 0, place = 0;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    if (s == series) place = count;
    count += panel.series[s].source == ChartSource::runs;
  }
  if (panel.series[series].source != ChartSource::runs) {
    // Beside the series with the same look, if there is one.
    place = count / 2;
    std::size_t seen = 0;
    for (const ChartSeries& other : panel.series) {
      if (other.source != ChartSource::runs) continue;
      if (other.look == panel.series[series].look) place = seen;
      ++seen;
    }
  }
  const bool is_bars = chart.kind->marks == ChartMarks::bars;
  const double all = static_cast<double>(std::max<std::size_t>(count, 1));
  const double step = is_bars ? 0.8 / all : std::min(0.16, 0.7 / all);
  return {step, (static_cast<double>(place) - (all - 1) / 2) * step};
}

bool has_points(ChartMarks marks) {
  return marks == ChartMarks::points || marks == ChartMarks::bars || marks == ChartMarks::crosses;
}

// Returns whether a point is a mean of several replicates.
bool has_means(const Chart& chart) {
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      for (const ChartPoint& point : series.points) {
        if (point.n > 1) return true;
      }
    }
  }
  return false;
}

// Adds marks of a kind at these places, if there are any.
void add_places(const std::string& name, const std::string& rows, const std::string& style,
                PanelMarks& marks) {
  if (rows.empty()) return;
  marks.data.emplace_back(name, rows);
  marks.draw(name, "1:2", "points " + style);
}

// Adds what points say beside their means: an arrow where an interval goes on beyond the axis, a
// ring around a single replicate among means of several, a cross at the upper edge where all
// diverged.
void add_remarks(const Chart& chart, const ChartSeries& series, const ChartRanges& ranges,
                 const std::string& name, double shift, PanelMarks& marks) {
  std::string down, up, single, lost;
  for (const ChartPoint& p : series.points) {
    if (p.low < ranges.y.low) down += gnuplot_row({p.x + shift, ranges.y.low});
    if (p.high > ranges.y.high) up += gnuplot_row({p.x + shift, ranges.y.high});
    if (p.n == 1 && has_means(chart)) single += gnuplot_row({p.x + shift, p.y});
  }
  for (const double x : series.diverged) lost += gnuplot_row({x + shift, ranges.y.high});
  const std::string its = colour(look(series.look));
  add_places(name + "down", down, its + " pt 11 ps 0.8", marks);
  add_places(name + "up", up, its + " pt 9 ps 0.8", marks);
  add_places(name + "single", single, "lc rgb '#444444' pt 6 ps 1.4 lw 0.8", marks);
  add_places(name + "lost", lost, its + " pt 2 ps 1 lw 1.6", marks);
}

void add_curve(const ChartSeries& series, const std::string& name, PanelMarks& marks) {
  if (series.is_faint) return marks.draw(name, "1:2", joined(series, false));
  if (has_interval(series)) {
    marks.draw_below(
        name, "1:3:4",
        "filledcurves fs transparent solid 0.16 noborder " + colour(look(series.look)));
  }
  marks.draw(name, "1:2", joined(series, series.source != ChartSource::exact));
}

void add_points(const Chart& chart, const ChartSeries& series, const std::string& name,
                PanelMarks& marks) {
  const bool is_joined = chart.x.categories.empty() && series.source == ChartSource::runs;
  if (has_interval(series) && !series.is_faint) {
    marks.draw(name, "1:2:3:4", "yerrorbars " + bar_style(series));
  }
  marks.draw(name, "1:2", (is_joined ? "linespoints " : "points ") + point_style(series));
}

void add_bars(const ChartSeries& series, const std::string& name, double width, PanelMarks& marks) {
  if (series.source == ChartSource::runs) {
    marks.draw(name, "1:2:(" + text::number_text(0.92 * width, 6) + ")",
               "boxes " + colour(look(series.look)) + " fs transparent solid 0.4 border");
  }
  if (series.source != ChartSource::runs) marks.draw(name, "1:2", "points " + point_style(series));
  if (has_interval(series)) {
    marks.draw(name, "1:2:3:4", "yerrorbars lc rgb '#000000' dt solid lw 1.1 pt 0");
  }
}

void add_crosses(const ChartSeries& series, const std::string& name, PanelMarks& marks) {
  if (has_interval(series) && !series.is_faint) {
    marks.draw(name, "1:2:5:6:3:4", "xyerrorbars " + bar_style(series));
  }
  marks.draw(name, "1:2", "points " + point_style(series));
}

// Between two settings of a front lies what the better of those within reach has: at a cost up to
// the next one, the cheaper; where more of x is better, what the next one has.
void add_front(const Chart& chart, const ChartPanel& panel, const std::string& name,
               PanelMarks& marks) {
  std::map<std::size_t, std::vector<std::pair<double, double>>> fronts;
  for (const ChartSeries& series : panel.series) {
    for (const ChartPoint& point : series.points) {
      if (point.front > 0) fronts[point.front].emplace_back(point.x, point.y);
    }
  }
  if (fronts.empty()) return;
  std::string rows;
  for (auto& [number, front] : fronts) {
    if (!rows.empty()) rows += "\n";  // ends a line
    std::sort(front.begin(), front.end());
    for (const auto& [x, y] : front) rows += gnuplot_row({x, y});
  }
  marks.data.emplace_back(name, rows);
  marks.draw_below(name, "1:2",
                   std::string(chart.is_larger_x_better ? "fsteps" : "steps") +
                       " lc rgb '#777777' dt solid lw 1");
}

// Returns the bins of a histogram as steps: the left edge and count of each, then the right end.
std::string step_rows(const ChartSeries& series) {
  std::string rows = gnuplot_row({series.points.front().x_low, 0});
  for (const ChartPoint& p : series.points)
    rows += gnuplot_row({p.x_low, p.y}) + gnuplot_row({p.x_high, p.y});
  return rows + gnuplot_row({series.points.back().x_high, 0});
}

void add_distribution(const Chart& chart, const ChartSeries& series, const std::string& name,
                      PanelMarks& marks) {
  marks.draw_below(
      name, "1:2",
      "filledcurves y1=0 fs transparent solid 0.16 noborder " + colour(look(series.look)));
  marks.draw(name, "1:2", joined(series, false));
}

// Returns the number of cells along an axis.
std::size_t places(const ChartAxis& axis, const ChartPanel& panel, std::size_t HeatCell::*place) {
  if (axis.step == 0) return axis.categories.size();
  std::size_t count = 0;
  for (const HeatCell& cell : panel.cells) count = std::max(count, cell.*place + 1);
  return count;
}

double at(const ChartAxis& axis, std::size_t place) {
  const auto number = static_cast<double>(place);
  return axis.step == 0 ? number : axis.first + number * axis.step;
}

constexpr const char* kLineOverCells = "lc rgb '#000000' dt solid lw 1";

// Adds lines over the cells.
void add_lines(const ChartPanel& panel, const std::string& name, PanelMarks& marks) {
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const std::string line = name + "line" + std::to_string(s);
    std::string rows;
    for (const ChartPoint& point : panel.series[s].points) rows += gnuplot_row({point.x, point.y});
    marks.data.emplace_back(line, rows);
    marks.draw(line, "1:2", std::string("lines ") + kLineOverCells);
  }
}

// Names the parts of a panel in a picture for a page.
class Parts {
 public:
  Parts(const ChartRanges& ranges, std::size_t panel, const LegendEntries* entries)
      : x_((ranges.x.low + ranges.x.high) / 2),
        y_((ranges.y.low + ranges.y.high) / 2),
        panel_("marks " + std::to_string(panel)),
        entries_(entries) {}

  std::string rest() const { return word("rest"); }
  std::string of(const ChartSeries& series) const {
    return entries_ == nullptr ? "" : word("series " + std::to_string(entries_->number_of(series)));
  }

  // Adds the places of a data block's rows, of which the first has this number, as what a reader
  // can point at.
  void add_marks(const std::string& block, const std::string& of, std::size_t first,
                 PanelMarks& marks) const {
    if (entries_ == nullptr) return;
    marks.part = word(panel_ + of);
    marks.draw(block, "1:2:($0+" + std::to_string(first) + ")", "points pt 0 lc rgb variable");
  }

 private:
  std::string word(const std::string& text) const {
    return entries_ == nullptr ? "" : part_word(text, x_, y_);
  }

  double x_, y_;
  std::string panel_;
  const LegendEntries* entries_;
};

PanelMarks cell_marks(const Chart& chart, const ChartPanel& panel, std::size_t panel_number,
                      const Parts& parts) {
  const std::string name = "p" + std::to_string(panel_number);
  const std::size_t columns = places(chart.x, panel, &HeatCell::column);
  std::vector<double> values(columns * places(chart.y, panel, &HeatCell::row), kNotANumber);
  for (const HeatCell& cell : panel.cells) values[cell.row * columns + cell.column] = cell.value;
  std::string rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows += gnuplot_row({at(chart.x, i % columns), at(chart.y, i / columns), values[i]});
  }
  PanelMarks marks;
  marks.part = parts.rest();
  marks.data.emplace_back(name, rows);
  marks.draw(name, "1:2:3", "image pixels");
  add_lines(panel, name, marks);
  parts.add_marks(name, "", 0, marks);
  return marks;
}

}  // namespace

std::string part_word(const std::string& word, double x, double y) {
  return "'+' using (" + text::number_text(x) + "):(" + text::number_text(y) + "):('" + word +
         "') every ::::0 with labels hypertext point pt 0";
}

std::string marker_style(const ChartSeries& series) {
  return colour(look(series.look)) + marker(series);
}

PanelMarks panel_marks(const Chart& chart, const ChartPanel& panel, std::size_t panel_number,
                       const ChartRanges& ranges, const LegendEntries* entries) {
  const Parts parts(ranges, panel_number, entries);
  if (chart.kind->has_cells()) return cell_marks(chart, panel, panel_number, parts);
  PanelMarks marks;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const ChartSeries& series = panel.series[s];
    const Shift shift = shift_of(chart, panel, s);
    const std::string name = "p" + std::to_string(panel_number) + "s" + std::to_string(s);
    const bool has_bins = chart.kind->marks == ChartMarks::steps;
    marks.part = parts.of(series);
    marks.data.emplace_back(name,
                            has_bins ? step_rows(series) : point_rows(series, ranges, shift.at));
    switch (chart.kind->marks) {
      case ChartMarks::lines:
        add_curve(series, name, marks);
        break;
      case ChartMarks::points:
        add_points(chart, series, name, marks);
        break;
      case ChartMarks::bars:
        add_bars(series, name, shift.width, marks);
        break;
      case ChartMarks::crosses:
        add_crosses(series, name, marks);
        break;
      case ChartMarks::steps:
        add_distribution(chart, series, name, marks);
        break;
      case ChartMarks::cells:
        break;
    }
    const bool has_remarks = !series.is_faint && has_points(chart.kind->marks);
    if (has_remarks) add_remarks(chart, series, ranges, name, shift.at, marks);
    const std::string number = " " + std::to_string(s);
    if (!has_bins && !series.points.empty()) parts.add_marks(name, number, 0, marks);
    if (has_remarks && !series.diverged.empty()) {
      parts.add_marks(name + "lost", number, series.points.size(), marks);
    }
  }
  marks.part = parts.rest();
  if (chart.kind->marks == ChartMarks::crosses) {
    add_front(chart, panel, "p" + std::to_string(panel_number) + "front", marks);
  }
  return marks;
}

std::vector<std::string> legend_styles(const Chart& chart, const LegendEntry& entry) {
  if (chart.kind->has_cells()) return {std::string("using 1:2 with lines ") + kLineOverCells};
  ChartSeries series;
  series.source = entry.source;
  series.look = entry.look;
  series.is_faint = entry.is_faint;
  const ChartMarks marks = chart.kind->marks;
  const bool has_line = marks == ChartMarks::lines || marks == ChartMarks::steps ||
                        (marks == ChartMarks::points && chart.x.categories.empty() &&
                         entry.source == ChartSource::runs);
  const bool has_marker = marks != ChartMarks::steps &&
                          !(marks == ChartMarks::lines && entry.source == ChartSource::exact);
  std::vector<std::string> styles;
  if (has_line) styles.push_back("using 1:2 with lines " + line_style(series));
  if (has_marker) {
    styles.push_back("every ::1::1 using 1:2 with points " + point_style(series));
  }
  return styles;
}

}  // namespace skald::report
