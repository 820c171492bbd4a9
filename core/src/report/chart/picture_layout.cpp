#include "report/chart/picture_layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "report/chart/look.hpp"
#include "report/chart/paper_symbols.hpp"
#include "report/table_writer.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::report {
namespace {

constexpr std::size_t kLongestLabel = 48;
constexpr double kLegendLine = 17;

// All exact values share one legend entry, and so do all published values of settings shown: their
// look already tells which setting they belong to.
LegendEntry entry_of(const ChartSeries& series) {
  LegendEntry entry;
  entry.source = series.source;
  const bool is_shared = series.source == ChartSource::exact ||
                         (series.source == ChartSource::published && !is_black(series.look));
  entry.look = is_shared || series.is_faint ? kNoLook : series.look;
  entry.is_faint = series.is_faint;
  entry.name = series.is_faint ? "other settings"
               : is_shared     ? std::string(name_of(series.source))
                               : series.name;
  return entry;
}

// Cuts texts to at most `most` characters; those that would become the same, at their beginning.
void shorten(const std::vector<std::string*>& texts, std::size_t most) {
  std::map<std::string, std::size_t> counts;
  for (const std::string* text : texts) ++counts[shortened(*text, most)];
  for (std::string* text : texts) {
    const std::string begin = shortened(*text, most);
    std::string line = text::printable_line(*text);
    if (counts[begin] > 1) {
      std::size_t bytes = 0;
      while (text::characters(line.substr(bytes)) + 1 > most && bytes < line.size()) {
        bytes += text::first_character(std::string_view(line).substr(bytes)).bytes;
      }
      line = bytes == 0 ? line : "…" + line.substr(bytes);
    } else {
      line = begin;
    }
    *text = line;
  }
}

bool is_same_entry(const LegendEntry& a, const LegendEntry& b) {
  return a.look == b.look && a.source == b.source && a.name == b.name;
}

std::vector<LegendEntry> legend_of(const Chart& chart) {
  std::vector<LegendEntry> entries = LegendEntries(chart);
  if (entries.size() == 1 && entries.front().name.empty()) entries.clear();
  std::vector<std::string*> names;
  for (LegendEntry& entry : entries) {
    if (entry.name.empty()) entry.name = "measured";  // beside exact or published values
    names.push_back(&entry.name);
  }
  shorten(names, kLongestLabel);
  return entries;
}

std::size_t longest(const std::vector<LegendEntry>& entries) {
  std::size_t most = 0;
  for (const auto& entry : entries) most = std::max(most, text::characters(entry.name));
  return most;
}

double labelled(const std::vector<Tick>& ticks) {
  return static_cast<double>(
      std::count_if(ticks.begin(), ticks.end(), [](const Tick& tick) { return !tick.is_minor; }));
}

// Breaks texts into lines of at most `most` characters.
std::vector<std::string> wrapped(const std::vector<std::string>& texts, std::size_t most) {
  std::vector<std::string> lines;
  for (const std::string& whole : texts) {
    std::string line;
    const std::string text = text::printable_line(whole);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      std::string word = shortened(text.substr(begin, end - begin), most);
      begin = end + 1;
      if (!line.empty() && text::characters(line) + 1 + text::characters(word) > most) {
        lines.push_back(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
    }
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

constexpr double kEndless = std::numeric_limits<double>::infinity();

// Returns the ticks of an axis of this length.
std::vector<Tick> ticks_of(const ChartAxis& axis, const Range& range, int most, double length) {
  if (axis.categories.empty()) return fitting_ticks(range, length, most, axis.is_log);
  constexpr std::size_t most_labels = 75;
  const std::size_t stride = (axis.categories.size() + most_labels - 1) / most_labels;
  constexpr std::size_t longest_category = 24;
  std::vector<Tick> ticks;
  std::vector<std::string*> labels;
  for (std::size_t i = 0; i < axis.categories.size(); i += stride) {
    const std::string& text = axis.categories[i];
    ticks.push_back(
        {static_cast<double>(i), text.starts_with('=') ? paper_formula(text) : paper_name(text)});
  }
  for (Tick& tick : ticks) labels.push_back(&tick.label);
  shorten(labels, longest_category);
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

// Returns the usual height of a panel. Each row of a heat map gets the height of a letter, up to a
// limit.
double panel_height_of(const Chart& chart, std::size_t columns) {
  constexpr double row = 12, most = 900;
  const double height = columns == 1 ? 215 : 165;
  if (!chart.kind->has_cells()) return height;
  return std::clamp(row * static_cast<double>(chart.y.categories.size()), height, most);
}

constexpr double kNarrowest = 130, kLowest = 60;  // panels
constexpr std::size_t kMostColumns = 3;

// Returns whether the lines of all panels have the same names and looks.
bool are_alike(const std::vector<std::vector<EndLabel>>& panels) {
  const auto named = [](const std::vector<EndLabel>& labels) {
    std::set<std::pair<std::string, std::size_t>> names;
    for (const EndLabel& label : labels) names.emplace(label.series->name, label.series->look);
    return names;
  };
  return std::all_of(panels.begin(), panels.end(), [&](const std::vector<EndLabel>& labels) {
    return named(labels) == named(panels.front());
  });
}

double usual_width(std::size_t columns) {
  return columns == 1 ? kWidthOfOnePanel : columns == 2 ? 600 : 760;
}

// How the panels stand beside each other.
class Columns {
 public:
  // `labels`: room for labels right of a panel, or of the last panel of a row.
  Columns(const Chart& chart, const ChartRanges& ranges, double width, std::size_t columns,
          std::size_t rows, double labels, bool is_last)
      : count(columns), picture(width) {
    const auto number = static_cast<double>(count);
    y_ticks = ticks_of(chart.y, ranges.y, rows > 1 ? 5 : 7, kEndless);
    y_labels = label_width(y_ticks) + 10;
    const double all_labels = labels * (is_last ? 1 : number);
    const double about = (width - 28 - y_labels - 14 - all_labels) / number - 18;
    x_ticks = ticks_of(chart.x, ranges.x, columns == 1 ? 6 : columns == 2 ? 5 : 4, about);
    x_label = label_width(x_ticks);
    const double between = chart.kind->marks == ChartMarks::lines ? x_label + 10 : 0;
    const double gap = is_last ? std::max(18.0, between) : 18;
    const double inner = width - all_labels - gap * (number - 1);
    const double shown = std::max(1.0, labelled(x_ticks));
    const double available = inner - y_labels - 28 - std::max(14.0, x_label / 2);
    is_turned = !chart.x.categories.empty() && x_label + 6 > available / number / shown;
    // Labels are turned by 30 degrees and end at their ticks; the first one must not be cut off.
    const double overhang = is_turned ? 0.87 * x_label - 0.4 * inner / shown / number : 0;
    left = std::max(28 + y_labels, overhang + 8);
    const double last_label =
        x_ticks.empty() || is_turned
            ? 0
            : kLetter * static_cast<double>(text::characters(x_ticks.back().label));
    const double beside =
        chart.kind->has_cells() ? room_for_colours(ranges) : std::max(14.0, last_label / 2 + 4);
    right = labels > 0 ? std::max(labels + 4, beside) : beside;
    pitch_ = gap + (is_last ? 0 : labels);
    panel = (width - left - right - pitch_ * (number - 1)) / number;
  }

  double left_of(std::size_t column) const {
    return left + static_cast<double>(column) * (panel + pitch_);
  }
  double x_labels() const { return is_turned ? 0.5 * x_label + 14 : 22; }

  std::size_t count;
  double picture;              // width of the picture
  double panel = 0;            // width of a panel
  double left = 0, right = 0;  // margins
  double x_label = 0, y_labels = 0;
  bool is_turned = false;
  std::vector<Tick> x_ticks, y_ticks;

 private:
  double pitch_ = 0;
};

// Finds the layout: with labels at the ends of lines if these fit, otherwise with a legend.
class Layouter {
 public:
  Layouter(const Chart& chart, const ChartRanges& ranges, const PictureStyle& style)
      : chart_(chart), ranges_(ranges), style_(style) {
    for (const ChartPanel& panel : chart.panels) labels_.push_back(end_labels(chart, panel));
    double widest = 0;
    for (const auto& labels : labels_) widest = std::max(widest, width_of(labels));
    const std::size_t most = usual_columns();
    for (std::size_t count = most; widest > 0 && count >= 1; --count) {
      const Columns columns = columns_of(count, widest);
      if (columns.panel < 1.2 * kNarrowest) continue;
      if (place(columns, widest)) return;
    }
    for (auto& labels : labels_) labels.clear();
    std::size_t count = most;
    while (count > 1 && columns_of(count, 0).panel < kNarrowest) --count;
    place(columns_of(count, 0), 0);
  }

  PictureLayout result() { return std::move(layout_); }

 private:
  double points(double length) const { return length / style_.font_size * kFontSize; }

  std::size_t panels() const { return std::max<std::size_t>(chart_.panels.size(), 1); }
  std::size_t usual_columns() const {
    return panels() == 4 ? 2 : std::min<std::size_t>(panels(), kMostColumns);
  }
  std::size_t rows_of(std::size_t columns) const { return (panels() + columns - 1) / columns; }

  Columns columns_of(std::size_t count, double labels) const {
    const bool is_last = are_alike(labels_);
    const double more = count == 1 ? 0 : labels * (is_last ? 1 : static_cast<double>(count));
    const double width = style_.width > 0
                             ? points(style_.width)
                             : std::min(usual_width(kMostColumns), usual_width(count) + more);
    return {chart_, ranges_, width, count, rows_of(count), labels, is_last};
  }

  // Places all parts. Returns whether the labels fit.
  bool place(const Columns& columns, double labels) {
    layout_ = {};
    layout_.width = columns.picture;
    layout_.x_ticks = columns.x_ticks;
    layout_.y_ticks = columns.y_ticks;
    layout_.is_turned = columns.is_turned;
    layout_.legend = legend_of(chart_);
    if (labels > 0) {
      std::erase_if(layout_.legend, [](const LegendEntry& entry) {
        return !entry.is_faint &&
               (entry.source == ChartSource::runs || entry.source == ChartSource::survivors);
      });
    }
    const bool has_lines = chart_.x.categories.empty() && chart_.kind->marks != ChartMarks::crosses;
    layout_.legend_sample = has_lines ? 32 : 10;
    const std::size_t legend_rows = place_legend(layout_);
    layout_.notes = note_lines(chart_.notes, layout_.width);
    layout_.title =
        wrapped({chart_.title}, static_cast<std::size_t>((layout_.width - 16) / kTitleLetter));
    place_rows(columns, legend_rows);
    return place_panels(columns, labels);
  }

  void place_rows(const Columns& columns, std::size_t legend_rows) {
    constexpr double gap_y = 30, x_title = 22;
    const auto rows = static_cast<double>(rows_of(columns.count));
    const double title =
        layout_.title.empty() ? 6 : 26 + kTitleLine * static_cast<double>(layout_.title.size() - 1);
    const double legend = legend_rows == 0 ? 4 : kLegendLine * static_cast<double>(legend_rows) + 6;
    const double panel_title = chart_.facet.empty() ? 4 : 18;
    const double notes =
        layout_.notes.empty() ? 4 : kNoteLine * static_cast<double>(layout_.notes.size()) + 10;
    const double below = notes + x_title + columns.x_labels();
    const double others = title + legend + panel_title + below + gap_y * (rows - 1);
    // A legend is at most a third of the picture.
    panel_height_ = std::max(panel_height_of(chart_, columns.count),
                             legend_rows == 0 ? 0 : (3 * legend - others) / rows);
    if (style_.height > 0) {
      panel_height_ = std::max(kLowest, (points(style_.height) - others) / rows);
    }
    const double plots = panel_height_ * rows + gap_y * (rows - 1);
    layout_.height = title + legend + panel_title + plots + below;
    layout_.title_y = layout_.height - 14;
    for (LegendEntry& entry : layout_.legend) entry.y += layout_.height - title - kLegendLine / 2;
    layout_.y_title_x = columns.left - columns.y_labels - 16;
    layout_.x_title_y = notes + x_title / 2;
    layout_.note_top = notes - 12;
    layout_.plots = {columns.left, columns.picture - columns.right, below, below + plots};
    pitch_ = panel_height_ + gap_y;
  }

  bool place_panels(const Columns& columns, double labels) {
    bool do_fit = true;
    for (std::size_t p = 0; p < panels(); ++p) {
      const std::size_t column = p % columns.count;
      PanelPlace& place = layout_.panels.emplace_back();
      place.box.left = columns.left_of(column);
      place.box.right = place.box.left + columns.panel;
      const std::size_t row = p / columns.count;
      place.box.top = layout_.plots.top - static_cast<double>(row) * pitch_;
      place.box.bottom = place.box.top - panel_height_;
      place.has_y_labels = column == 0;
      place.has_x_labels = p + columns.count >= panels();
      const bool is_last = column + 1 == columns.count || p + 1 == panels();
      if (labels == 0 || (are_alike(labels_) && !is_last)) continue;
      place.labels = labels_[p];
      do_fit = place_labels(place.labels, chart_.y, ranges_.y, place.box) && do_fit;
    }
    return do_fit;
  }

  const Chart& chart_;
  const ChartRanges& ranges_;
  const PictureStyle& style_;
  std::vector<std::vector<EndLabel>> labels_;  // of the panels
  PictureLayout layout_;
  double panel_height_ = 0, pitch_ = 0;
};

}  // namespace

LegendEntries::LegendEntries(const Chart& chart) {
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      LegendEntry entry = entry_of(series);
      const bool is_known = std::any_of(
          begin(), end(), [&](const LegendEntry& other) { return is_same_entry(entry, other); });
      if (!is_known) push_back(std::move(entry));
    }
  }
  std::stable_partition(begin(), end(), [](const LegendEntry& entry) {
    return entry.source == ChartSource::runs && !entry.is_faint;
  });
  for (std::size_t n = 0; n < size(); ++n) (*this)[n].number = n;
}

std::size_t LegendEntries::number_of(const ChartSeries& series) const {
  const LegendEntry its = entry_of(series);
  const auto found = std::find_if(
      begin(), end(), [&](const LegendEntry& entry) { return is_same_entry(entry, its); });
  return static_cast<std::size_t>(found - begin());
}

std::string shortened(const std::string& text, std::size_t most) {
  std::string line = text::printable_line(text);
  if (text::characters(line) <= most) return line;
  std::size_t bytes = 0;
  for (std::size_t n = 0; n + 1 < most; ++n) {
    bytes += text::first_character(std::string_view(line).substr(bytes)).bytes;
  }
  return line.substr(0, bytes) + "…";
}

std::vector<std::string> note_lines(const std::vector<std::string>& notes, double width) {
  return wrapped(notes, static_cast<std::size_t>((width - 16) / kSmallLetter));
}

double label_width(const std::vector<Tick>& ticks) {
  std::size_t most = 0;
  for (const Tick& tick : ticks) most = std::max(most, text::characters(tick.label));
  return kLetter * static_cast<double>(most);
}

std::size_t letters_within(double length) { return static_cast<std::size_t>(length / kLetter); }

std::vector<Tick> fitting_ticks(const Range& range, double length, int most, bool is_log) {
  constexpr double gap = 8;
  const auto ticks_at_most = [&](int count) {
    return is_log ? log_ticks(range, count) : linear_ticks(range, count);
  };
  std::vector<Tick> ticks = ticks_at_most(most);
  while (most > 2 && (label_width(ticks) + gap) * labelled(ticks) > length) {
    std::vector<Tick> fewer = ticks_at_most(--most);
    if (fewer.empty()) break;
    ticks = std::move(fewer);
  }
  return ticks;
}

PictureLayout picture_layout(const Chart& chart, const ChartRanges& ranges,
                             const PictureStyle& style) {
  return Layouter(chart, ranges, style).result();
}

}  // namespace skald::report
