#include "report/chart/end_labels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/table_writer.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::report {
namespace {

constexpr double kWidest = 1.15 * kSmallLetter;  // mean width in a name with capitals

// Breaks a name after commas into lines of which only single parts are longer than they should be.
std::vector<std::string> lines_of(const std::string& name) {
  constexpr std::size_t enough = 18;
  std::vector<std::string> lines{""};
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find(", ", begin), name.size());
    std::string part = name.substr(begin, end - begin);
    begin = end + 2;
    if (begin < name.size()) part += ",";
    std::string& line = lines.back();
    if (!line.empty() && text::characters(line) + text::characters(part) > enough) {
      lines.push_back(std::move(part));
    } else {
      line += (line.empty() ? "" : " ") + part;
    }
  }
  return lines;
}

// Returns the name of a series without the axes on which all lines of the panel agree.
std::string name_within(const Chart& chart, const ChartPanel& panel, const ChartSeries& series) {
  const std::string full = setting_name(chart.by, series.by);
  std::vector<std::string> axes;
  std::vector<record::SqlValue> values;
  for (std::size_t a = 0; a < series.by.size(); ++a) {
    const bool varies = std::any_of(panel.series.begin(), panel.series.end(), [&](const auto& s) {
      return s.by.size() == series.by.size() && s.by[a] != series.by[a];
    });
    if (!varies) continue;
    axes.push_back(chart.by[a]);
    values.push_back(series.by[a]);
  }
  if (axes.empty() || !series.name.starts_with(full)) return series.name;
  return setting_name(axes, values) + series.name.substr(full.size());
}

// Returns the place of a value between the ends of an axis, from 0 to 1.
double share_of(const ChartAxis& axis, const Range& range, double value) {
  const double share = axis.is_log ? std::log(value / range.low) / std::log(range.high / range.low)
                                   : (value - range.low) / (range.high - range.low);
  return std::clamp(share, 0.0, 1.0);
}

}  // namespace

double EndLabel::height() const { return kLabelLine * static_cast<double>(lines.size()) + 2; }

std::vector<EndLabel> end_labels(const Chart& chart, const ChartPanel& panel) {
  const ChartMarks marks = chart.kind->marks;
  const bool has_lines = marks == ChartMarks::lines || marks == ChartMarks::points;
  std::vector<EndLabel> labels;
  if (!has_lines || !chart.x.categories.empty()) return labels;
  for (const ChartSeries& series : panel.series) {
    const bool is_ours =
        series.source == ChartSource::runs || series.source == ChartSource::survivors;
    if (!is_ours || series.is_faint || series.name.empty() || series.points.empty()) continue;
    labels.push_back({lines_of(text::printable_line(name_within(chart, panel, series))), &series});
  }
  return labels;
}

double width_of(const std::vector<EndLabel>& labels) {
  std::size_t most = 0;
  for (const EndLabel& label : labels) {
    for (const std::string& line : label.lines) most = std::max(most, text::characters(line));
  }
  return most == 0 ? 0 : kLabelSample + 4 + kWidest * static_cast<double>(most);
}

bool place_labels(std::vector<EndLabel>& labels, const ChartAxis& y, const Range& range,
                  const Box& box) {
  constexpr double beyond = 8;
  double height = 0;
  for (EndLabel& label : labels) {
    const double share = share_of(y, range, label.series->points.back().y);
    label.x = box.right + kLabelSample / 2 + 2;
    label.y = box.bottom + share * (box.top - box.bottom);
    height += label.height();
  }
  std::stable_sort(labels.begin(), labels.end(),
                   [](const EndLabel& a, const EndLabel& b) { return a.y < b.y; });
  double edge = box.bottom - beyond;
  for (EndLabel& label : labels) {
    label.y = std::max(label.y, edge + label.height() / 2);
    edge = label.y + label.height() / 2;
  }
  edge = box.top + beyond;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    label->y = std::min(label->y, edge - label->height() / 2);
    edge = label->y - label->height() / 2;
  }
  return labels.size() <= kMostEndLabels && height <= box.top - box.bottom + 2 * beyond;
}

}  // namespace skald::report
