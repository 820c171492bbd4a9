#include "datasets/label_picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::string_view kShades = " .:-=+*#%@";

// Returns the mark for a share in [0, 1]: blank for 0, the lightest mark for the smallest share
// above.
char shade(double share) {
  if (share <= 0) return ' ';
  const auto last = static_cast<double>(kShades.size() - 1);
  return kShades[static_cast<std::size_t>(std::max(1.0, std::round(share * last)))];
}

double share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// What the data call the client, otherwise its number; a long name is cut off.
std::string name_of(const LabelCounts& counts, Index client) {
  constexpr std::size_t most = 20;
  if (counts.names.empty()) return std::to_string(client);
  const std::string name = text::printable_line(counts.names[static_cast<std::size_t>(client)]);
  return name.size() > most ? name.substr(0, most) : name;
}

// Returns the end of a client's line: its rows and, if known, its test rows.
std::string sizes_of(const LabelCounts& counts, Index client) {
  const std::string rows = fmt::format(" {:>8}", counts.labels.row(client).sum());
  if (counts.tests.empty()) return rows + '\n';
  return rows + fmt::format(" {:>8}\n", counts.tests[static_cast<std::size_t>(client)]);
}

std::string label_cells(const problem::LabelHistogram& histogram, Index client) {
  const std::int64_t size = histogram.row(client).sum();
  std::string cells;
  for (Index y = 0; y < histogram.cols(); ++y)
    cells += std::string(3, shade(share(histogram(client, y), size)));
  return cells;
}

std::string size_bar(const problem::LabelHistogram& histogram, Index client) {
  constexpr double width = 50;
  const auto bar = std::lround(width * share(histogram(client, 0), histogram.maxCoeff()));
  return fmt::format("{:<50}", std::string(static_cast<std::size_t>(bar), '#'));
}

// Of the names of the clients that are shown, at least that of "client".
std::size_t width_of_names(const LabelCounts& counts, Index shown) {
  std::size_t width = std::string_view("client").size();
  for (Index c = 0; c < shown; ++c) width = std::max(width, name_of(counts, c).size());
  return width;
}

std::string heading(const LabelCounts& counts, std::size_t width) {
  std::string text = fmt::format("{:<{}}  ", "client", width);
  for (Index y = 0; y < counts.labels.cols(); ++y) text += fmt::format("{:^3}", y % 1000);
  return text + "      rows" + (counts.tests.empty() ? "\n" : "     test\n");
}

std::string totals(const LabelCounts& counts) {
  const problem::LabelHistogram sizes = counts.labels.rowwise().sum();
  std::string text =
      fmt::format("{}, {}, sizes {} to {}", text::counted(sizes.rows(), "client"),
                  text::counted(sizes.sum(), "row"), sizes.minCoeff(), sizes.maxCoeff());
  if (!counts.tests.empty()) {
    const auto [least, most] = std::minmax_element(counts.tests.begin(), counts.tests.end());
    const auto all = std::accumulate(counts.tests.begin(), counts.tests.end(), std::int64_t{0});
    text += fmt::format("; {} test rows, {} to {}", all, *least, *most);
  }
  return text + '\n';
}

std::string line_of(std::string text) {
  text.pop_back();
  return text;
}

// The client's number with its rows and, if known, its test rows.
std::string client_name(const LabelCounts& counts, Index client) {
  const std::string rows =
      fmt::format("{} ({}", name_of(counts, client), counts.labels.row(client).sum());
  if (counts.tests.empty()) return rows + ")";
  return rows + fmt::format(" + {})", counts.tests[static_cast<std::size_t>(client)]);
}

// A cell per label and client, the first client above.
void draw_shares(const LabelCounts& counts, report::Chart& chart, report::ChartPanel& panel) {
  const problem::LabelHistogram& histogram = counts.labels;
  chart.kind = &report::ChartKind::heat;
  chart.x.name = "label";
  chart.y.name = counts.tests.empty() ? "client (rows)" : "client (rows + test rows)";
  chart.value.name = "share of the client's rows";
  for (Index y = 0; y < histogram.cols(); ++y) chart.x.categories.push_back(std::to_string(y));
  for (Index c = histogram.rows(); c-- > 0;) {
    const std::size_t row = chart.y.categories.size();
    chart.y.categories.push_back(client_name(counts, c));
    const std::int64_t size = histogram.row(c).sum();
    for (Index y = 0; y < histogram.cols(); ++y) {
      report::HeatCell& cell = panel.cells.emplace_back();
      cell.column = static_cast<std::size_t>(y);
      cell.row = row;
      cell.value = share(histogram(c, y), size);
      cell.n = histogram(c, y);
    }
  }
}

void draw_sizes(const LabelCounts& counts, report::Chart& chart, report::ChartPanel& panel) {
  const problem::LabelHistogram& histogram = counts.labels;
  chart.kind = &report::ChartKind::bars;
  chart.x.name = "client";
  chart.y.name = "rows";
  report::ChartSeries& series = panel.series.emplace_back();
  for (Index c = 0; c < histogram.rows(); ++c) {
    chart.x.categories.push_back(name_of(counts, c));
    report::ChartPoint& point = series.points.emplace_back();
    point.x = static_cast<double>(c);
    point.y = static_cast<double>(histogram(c, 0));
  }
}

}  // namespace

std::string text_picture(const LabelCounts& counts, Index most) {
  const problem::LabelHistogram& histogram = counts.labels;
  const bool has_labels = histogram.cols() > 1;
  const Index shown = std::min(most, histogram.rows());
  const std::size_t width = width_of_names(counts, shown);
  std::string text = has_labels ? heading(counts, width) : "";
  for (Index c = 0; c < shown; ++c) {
    text += fmt::format("{:>{}} |{}|", name_of(counts, c), width,
                        has_labels ? label_cells(histogram, c) : size_bar(histogram, c)) +
            sizes_of(counts, c);
  }
  if (shown < histogram.rows())
    text += fmt::format("   ... and {} further clients\n", histogram.rows() - shown);
  return text + totals(counts);
}

report::Chart label_chart(const LabelCounts& counts, const std::string& title,
                          const std::string& description) {
  const problem::LabelHistogram& histogram = counts.labels;
  report::Chart chart;
  chart.title = title;
  report::ChartPanel& panel = chart.panels.emplace_back();
  if (histogram.cols() > 1) {
    draw_shares(counts, chart, panel);
  } else {
    draw_sizes(counts, chart, panel);
  }
  chart.notes = {description, line_of(totals(counts)) + "."};
  return chart;
}

std::string csv_text(const LabelCounts& counts) {
  const problem::LabelHistogram& histogram = counts.labels;
  std::string text = counts.names.empty() ? "client,rows" : "client,name,rows";
  if (!counts.tests.empty()) text += ",test_rows";
  for (Index y = 0; y < histogram.cols(); ++y) text += fmt::format(",label_{}", y);
  text += '\n';
  for (Index c = 0; c < histogram.rows(); ++c) {
    text += std::to_string(c);
    if (!counts.names.empty())
      text += "," + text::csv_field(counts.names[static_cast<std::size_t>(c)]);
    text += fmt::format(",{}", histogram.row(c).sum());
    if (!counts.tests.empty())
      text += fmt::format(",{}", counts.tests[static_cast<std::size_t>(c)]);
    for (Index y = 0; y < histogram.cols(); ++y) text += fmt::format(",{}", histogram(c, y));
    text += '\n';
  }
  return text;
}

}  // namespace skald
