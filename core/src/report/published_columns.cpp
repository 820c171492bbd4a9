#include "report/published_columns.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/chart/dealt_settings.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

// Returns the row's value on an axis; nothing if it is not an axis of the comparison.
std::optional<record::SqlValue> value_on(const Comparison& comparison, const ComparisonRow& row,
                                         const std::string& axis) {
  for (std::size_t a = 0; a < comparison.by.size(); ++a) {
    if (comparison.by[a] == axis) return row.by[a];
  }
  for (const auto& [name, value] : comparison.constants) {
    if (name == axis) return value;
  }
  return std::nullopt;
}

bool agrees(const Comparison& comparison, const ComparisonRow& row, const PublishedRow& published) {
  return std::all_of(published.begin(), published.end(), [&](const auto& member) {
    const auto own = value_on(comparison, row, member.first);
    return !own || is_same(*own, member.second);
  });
}

// Returns the published values that agree with the row: "533", "0.95, 0.96".
std::string published_text(const Comparison& comparison, const ComparisonRow& row,
                           const PublishedMetric& metric) {
  std::string text;
  for (const PublishedRow& published : metric.rows) {
    if (!agrees(comparison, row, published)) continue;
    for (const auto& [name, value] : published) {
      if (name != metric.name || !is_finite_number(value)) continue;
      text += (text.empty() ? "" : ", ") + text::number_text(metric.scale * number_of(value), 6);
    }
  }
  return text;
}

}  // namespace

std::size_t add_published_columns(const Comparison& comparison,
                                  const std::vector<PublishedMetric>& published,
                                  ReportTable& table) {
  std::size_t filled = 0;
  for (std::size_t m = comparison.metrics.size(); m-- > 0;) {
    const auto metric = std::find_if(
        published.begin(), published.end(),
        [&](const PublishedMetric& each) { return each.name == comparison.metrics[m].name; });
    if (metric == published.end()) continue;
    const auto place = static_cast<std::ptrdiff_t>(table.keys + m + 1);
    table.columns.insert(table.columns.begin() + place, {"published", ""});
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
      std::string text = published_text(comparison, comparison.rows[r], *metric);
      filled += !text.empty();
      table.rows[r].insert(table.rows[r].begin() + place, value_cell(std::move(text)));
    }
  }
  return filled;
}

}  // namespace skald::report
