#include "report/chart/picture_layout.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/chart/look.hpp"
#include "report/table_writer.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::report {
namespace {

constexpr double kLetter = 0.58 * kFontSize;  // mean width
constexpr double kSmallLetter = 0.52 * kSmallFontSize;
constexpr std::size_t kLongestLabel = 48;
constexpr double kLegendLine = 17;

// All exact values share one legend entry, and so do all published values of settings shown: their
// look already tells which setting they belong to.
LegendEntry entry_of(const ChartSeries& series) {
  LegendEntry entry;
  entry.source = series.source;
  const bool is_shared = series.source == ChartSource::exact ||
                         (series.source == ChartSource::published && !is_black(series.look));
  entry.look = is_shared ? kNoLook : series.look;
  entry.name =
      is_shared ? std::string(name_of(series.source)) : shortened(series.name, kLongestLabel);
  return entry;
}

std::vector<LegendEntry> legend_of(const Chart& chart) {
  std::vector<LegendEntry> entries;
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      LegendEntry entry = entry_of(series);
      const bool is_known =
          std::any_of(entries.begin(), entries.end(), [&](const LegendEntry& other) {
            return entry.look == other.look && entry.source == other.source &&
                   entry.name == other.name;
          });
      if (!is_known) entries.push_back(std::move(entry));
    }
  }
  std::stable_partition(entries.begin(), entries.end(),
                        [](const LegendEntry& entry) { return entry.source == ChartSource::runs; });
  if (entries.size() == 1 && entries.front().name.empty()) entries.clear();
  for (LegendEntry& entry : entries) {
    if (entry.name.empty()) entry.name = "measured";  // beside exact or published values
  }
  return entries;
}

std::size_t longest(const std::vector<LegendEntry>& entries) {
  std::size_t most = 0;
  for (const auto& entry : entries) most = std::max(most, display_width(entry.name));
  return most;
}

double labelled(const std::vector<Tick>& ticks) {
  return static_cast<double>(
      std::count_if(ticks.begin(), ticks.end(), [](const Tick& tick) { return !tick.is_minor; }));
}

// Breaks the notes into lines of at most `most` characters.
std::vector<std::string> wrapped(const std::vector<std::string>& notes, std::size_t most) {
  std::vector<std::string> lines;
  for (const std::string& note : notes) {
    std::string line;
    const std::string text = text::printable_line(note);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      std::string word = shortened(text.substr(begin, end - begin), most);
      begin = end + 1;
      if (!line.empty() && display_width(line) + 1 + display_width(word) > most) {
        lines.push_back(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
    }
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

std::vector<Tick> ticks_of(const ChartAxis& axis, const Range& range, int most) {
  if (axis.categories.empty()) {
    return axis.is_log ? log_ticks(range, most) : linear_ticks(range, most);
  }
  constexpr std::size_t most_labels = 75;
  const std::size_t stride = (axis.categories.size() + most_labels - 1) / most_labels;
  constexpr std::size_t longest_category = 24;
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < axis.categories.size(); i += stride) {
    const std::string& text = axis.categories[i];
    const std::string_view formula = "= ";
    ticks.push_back({static_cast<double>(i),
                     shortened(text.starts_with(formula) ? text.substr(formula.size()) : text,
                               longest_category),
                     false});
  }
  return ticks;
}

// Arranges the entries in columns of equal width, as many as fit, below a top of 0. Returns the
// number of rows.
std::size_t place_legend(PictureLayout& layout) {
  if (layout.legend.empty()) return 0;
  constexpr double gap = 18;
  const double name = kLetter * static_cast<double>(longest(layout.legend));
  const double entry = layout.legend_sample + 7 + name;
  const double room = std::floor((layout.width - 16 + gap) / (entry + gap));
  const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(std::max(room, 0.0)));
  const std::size_t count = layout.legend.size();
  const std::size_t rows = (count + most - 1) / most;
  const std::size_t columns = (count + rows - 1) / rows;
  const double width = static_cast<double>(columns) * (entry + gap) - gap;
  const double left = std::max(8.0, (layout.width - width) / 2);
  for (std::size_t e = 0; e < count; ++e) {
    const std::size_t column = e / rows;
    layout.legend[e].x = left + static_cast<double>(column) * (entry + gap);
    layout.legend[e].y = -kLegendLine * static_cast<double>(e % rows);
  }
  return rows;
}

// Returns the width of the colour scale with its labels and title.
double room_for_colours(const ChartRanges& ranges) {
  constexpr double scale = 34, title = 24, least = 78;
  return std::max(least, scale + label_width(linear_ticks(ranges.value, 5)) + title);
}

// Returns the height of a panel. Each row of a heat map gets the height of a letter, up to a limit.
double panel_height_of(const Chart& chart, std::size_t columns) {
  constexpr double row = 12, most = 900;
  const double height = columns == 1 ? 215 : 165;
  if (!chart.kind->has_cells()) return height;
  return std::clamp(row * static_cast<double>(chart.y.categories.size()), height, most);
}

}  // namespace

std::string shortened(const std::string& text, std::size_t most) {
  std::string line = text::printable_line(text);
  if (display_width(line) <= most) return line;
  std::size_t bytes = 0;
  for (std::size_t n = 0; n + 1 < most; ++n) {
    bytes += text::first_character(std::string_view(line).substr(bytes)).bytes;
  }
  return line.substr(0, bytes) + "…";
}

double label_width(const std::vector<Tick>& ticks) {
  std::size_t most = 0;
  for (const Tick& tick : ticks) most = std::max(most, display_width(tick.label));
  return kLetter * static_cast<double>(most);
}

std::size_t letters_within(double length) { return static_cast<std::size_t>(length / kLetter); }

PictureLayout picture_layout(const Chart& chart, const ChartRanges& ranges) {
  PictureLayout layout;
  const std::size_t count = std::max<std::size_t>(chart.panels.size(), 1);
  const std::size_t columns = count == 4 ? 2 : std::min<std::size_t>(count, 3);
  const std::size_t rows = (count + columns - 1) / columns;
  const bool has_colours = chart.kind->has_cells();
  layout.width = columns == 1 ? 420 : columns == 2 ? 600 : 760;
  layout.y_ticks = ticks_of(chart.y, ranges.y, rows > 1 ? 5 : 7);
  layout.x_ticks = ticks_of(chart.x, ranges.x, columns == 1 ? 6 : columns == 2 ? 5 : 4);

  const double gap_x = 18, gap_y = 30;
  const double y_labels = label_width(layout.y_ticks) + 10;
  const double x_label = label_width(layout.x_ticks);
  const double labels = std::max(1.0, labelled(layout.x_ticks));
  const double inner = layout.width - gap_x * static_cast<double>(columns - 1);
  layout.is_turned = x_label > (inner - y_labels - 28) / static_cast<double>(columns) / labels;
  // Labels are turned by 30 degrees and end at their ticks; the first one must not be cut off.
  const double overhang =
      layout.is_turned ? 0.87 * x_label - 0.4 * inner / labels / static_cast<double>(columns) : 0;
  const double left = std::max(28 + y_labels, overhang + 8);
  const double last_label =
      layout.x_ticks.empty() || layout.is_turned
          ? 0
          : kLetter * static_cast<double>(display_width(layout.x_ticks.back().label));
  const double right = has_colours ? room_for_colours(ranges) : std::max(14.0, last_label / 2 + 4);
  const double panel_width = (inner - left - right) / static_cast<double>(columns);
  const double panel_height = panel_height_of(chart, columns);
  const double x_labels = layout.is_turned ? 0.5 * x_label + 14 : 22;

  layout.legend = legend_of(chart);
  const bool has_lines = chart.x.categories.empty() && chart.kind->marks != ChartMarks::crosses;
  layout.legend_sample = has_lines ? 32 : 10;
  const std::size_t legend_rows = place_legend(layout);
  layout.notes = wrapped(chart.notes, static_cast<std::size_t>((layout.width - 16) / kSmallLetter));

  const bool has_panel_titles = !chart.facet.empty();
  const double title = chart.title.empty() ? 6 : 26;
  const double legend = legend_rows == 0 ? 4 : kLegendLine * static_cast<double>(legend_rows) + 6;
  const double panel_title = has_panel_titles ? 18 : 4;
  const double notes =
      layout.notes.empty() ? 4 : kNoteLine * static_cast<double>(layout.notes.size()) + 10;
  const double x_title = 22;
  const double plots =
      panel_height * static_cast<double>(rows) + gap_y * static_cast<double>(rows - 1);
  layout.height = title + legend + panel_title + plots + x_labels + x_title + notes;

  layout.title_y = layout.height - 14;
  for (LegendEntry& entry : layout.legend) entry.y += layout.height - title - kLegendLine / 2;
  layout.y_title_x = left - y_labels - 16;
  layout.x_title_y = notes + x_title / 2;
  layout.note_top = notes - 12;
  layout.plots = {left, layout.width - right, notes + x_title + x_labels,
                  notes + x_title + x_labels + plots};
  for (std::size_t p = 0; p < count; ++p) {
    const std::size_t column = p % columns, row = p / columns;
    PanelPlace place;
    place.box.left = left + static_cast<double>(column) * (panel_width + gap_x);
    place.box.right = place.box.left + panel_width;
    place.box.top = layout.plots.top - static_cast<double>(row) * (panel_height + gap_y);
    place.box.bottom = place.box.top - panel_height;
    place.has_y_labels = column == 0;
    place.has_x_labels = p + columns >= count;
    layout.panels.push_back(place);
  }
  return layout;
}

}  // namespace skald::report
