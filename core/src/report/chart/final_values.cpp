#include "report/chart/final_values.hpp"

#include <algorithm>

#include "report/chart/dealt_settings.hpp"
#include "report/chart/paper_symbols.hpp"
#include "report/table_writer.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

std::string settings_text(std::int64_t count) {
  return text::counted(count, "setting has", "settings have");
}

}  // namespace

void add_final_notes(Chart& chart, const ChartRequest& request, const FinalCounts& counts,
                     const Comparison& comparison) {
  if (counts.most_n > 0 && request.has_replicates) {
    chart.notes.push_back(
        mean_note(request.band, counts.least_n, counts.most_n, comparison.metrics[0].scale));
  }
  add_note(chart, settings_chains_note(comparison));
  add_note(chart, settings_silence_note(comparison));
  add_note(chart, left_out_note(comparison));
  if (counts.diverged > 0) chart.notes.emplace_back("× at the upper edge: all runs diverged.");
  if (counts.surviving > 0) {
    chart.notes.push_back(settings_text(counts.surviving) +
                          " runs that diverged: a mean of the others, drawn apart, which says "
                          "nothing of the setting.");
  }
  if (counts.blank > 0) {
    chart.notes.push_back(settings_text(counts.blank) + " runs that diverged and no colour.");
  }
  if (counts.without > 0) {
    chart.notes.push_back(
        settings_text(counts.without) + " no finite value of " +
        paper_symbol(comparison.metrics[0].name) +
        (chart.kind->x == ChartX::cost ? " or " + paper_symbol(chart.x.name) : "") +
        " and no place here.");
  }
  if (counts.unset > 0) {
    chart.notes.push_back(settings_text(counts.unset) + " no value of " +
                          paper_symbol(chart.x.name) + " and no place here.");
  }
  if (counts.non_finite > 0) {
    chart.notes.push_back(std::to_string(counts.non_finite) +
                          (counts.non_finite == 1 ? " final value is" : " final values are") +
                          " not finite and in no mean.");
  }
}

std::string category(const record::SqlValue& value) {
  return std::holds_alternative<std::monostate>(value) ? "none" : format_value(value);
}

std::vector<std::string> categories_of(const std::vector<record::SqlValue>& values) {
  const auto is_numeric = [](const record::SqlValue& value) {
    return is_finite_number(value) || std::holds_alternative<std::monostate>(value);
  };
  std::vector<std::string> categories;
  if (std::all_of(values.begin(), values.end(), is_numeric) &&
      std::any_of(values.begin(), values.end(), is_finite_number)) {
    return categories;
  }
  for (const auto& value : values) categories.push_back(category(value));
  return categories;
}

double position_of(const record::SqlValue& value, const std::vector<record::SqlValue>& values) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const auto& other) { return is_same(value, other); });
  return static_cast<double>(found - values.begin());
}

bool is_spread(const std::vector<record::SqlValue>& values) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  std::size_t numbers = 0;
  for (const auto& value : values) {
    if (!is_finite_number(value)) continue;
    if (number_of(value) <= 0) return false;
    least = std::min(least, number_of(value));
    most = std::max(most, number_of(value));
    ++numbers;
  }
  return numbers > 2 && most >= kManyTimes * least;
}

void sort_points(Chart& chart) {
  for (ChartPanel& panel : chart.panels) {
    for (ChartSeries& series : panel.series) {
      std::stable_sort(series.points.begin(), series.points.end(),
                       [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
    }
  }
}

}  // namespace skald::report
