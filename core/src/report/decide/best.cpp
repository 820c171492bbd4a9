#include "report/decide/best.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

#include "report/comparison_table.hpp"
#include "report/decide/competition.hpp"
#include "report/decide/significance.hpp"
#include "skald/parts/not_a_number.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

// Sets the adjusted p-values of the rows after the first.
void test_against_first(const Settings& settings, std::size_t metric, record::Better better,
                        std::vector<RankedRow>& ranking) {
  const auto values_of = [&](std::size_t row) {
    return merits_of(replicate_values(settings.all[row], metric, settings.scales[metric]), better);
  };
  const auto first = values_of(ranking.front().row);
  std::vector<double> p;
  p.reserve(ranking.size());
  for (std::size_t i = 1; i < ranking.size(); ++i) {
    p.push_back(p_of_equality(first, values_of(ranking[i].row)));
  }
  p = holm_adjusted(p);
  for (std::size_t i = 1; i < ranking.size(); ++i) ranking[i].p = p[i - 1];
}

std::vector<std::size_t> places_of(const Comparison& comparison,
                                   const std::vector<std::string>& names) {
  std::vector<std::size_t> places;
  places.reserve(names.size());
  for (const std::string& name : names) {
    const auto found = std::find(comparison.by.begin(), comparison.by.end(), name);
    if (found == comparison.by.end()) {
      throw std::invalid_argument("\"" + name +
                                  "\" tells no rows apart, so that nothing can be "
                                  "grouped by it; leave it out");
    }
    places.push_back(static_cast<std::size_t>(found - comparison.by.begin()));
  }
  return places;
}

using Group = std::vector<record::SqlValue>;

struct BeforeInGroups {
  bool operator()(const Group& a, const Group& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), is_before);
  }
};

std::map<Group, std::vector<std::size_t>, BeforeInGroups> groups_of(
    const Comparison& comparison, const std::vector<std::string>& axes) {
  const std::vector<std::size_t> places = places_of(comparison, axes);
  std::map<Group, std::vector<std::size_t>, BeforeInGroups> groups;
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    Group group;
    group.reserve(places.size());
    for (const std::size_t place : places) group.push_back(comparison.rows[r].by[place]);
    groups[group].push_back(r);
  }
  return groups;
}

// Returns the distinct numbers that settings have on an axis.
std::set<double> numbers_on(const Settings& settings, std::size_t axis) {
  std::set<double> numbers;
  for (const Setting& setting : settings.all) {
    if (const auto number = number_in(setting.on(axis))) numbers.insert(*number);
  }
  return numbers;
}

void add_edges(const Settings& settings, const RankedRow& first, Best& best) {
  for (std::size_t i = 0; i < settings.by.size(); ++i) {
    const std::string& name = best.comparison.by[i];
    const auto& groups = best.request.group_axes;
    const auto number = number_in(best.comparison.rows[first.row].by[i]);
    if (!number || std::find(groups.begin(), groups.end(), name) != groups.end()) continue;
    const std::set<double> tried = numbers_on(settings, settings.by[i]);
    if (tried.size() < 2) continue;
    const bool is_largest = *number == *tried.rbegin();
    if (!is_largest && *number != *tried.begin()) continue;
    const std::string edge = name + " = " + format_value(best.comparison.rows[first.row].by[i]) +
                             (is_largest ? " is the largest tried" : " is the smallest tried");
    if (std::find(best.edges.begin(), best.edges.end(), edge) == best.edges.end()) {
      best.edges.push_back(edge);
    }
  }
}

void add_best(const Settings& settings, const std::vector<RankedRow>& ranking, Best& best) {
  const bool has_tests = is_tested(ranking);
  best.has_untested = best.has_untested || !has_tests;
  const std::size_t metric = best.request.metric;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const bool ties = is_tied(ranking[i]);
    if (i >= best.request.count && !ties) continue;
    BestRow& row = best.rows.emplace_back(BestRow{
        ranking[i].row, ranking.size(), {}, i + 1, ranking[i].p, ties, i == 0 && has_tests});
    if (i > 0) continue;
    Reach reach(1 - (1 - kLevel) / static_cast<double>(ranking.size()));
    row.chosen = estimate_of(settings.all[ranking[i].row], metric, settings.scales[metric], reach);
    if (ranking.size() > 1) add_edges(settings, ranking[i], best);
  }
}

// Returns the axes of the rows, those of the groups first.
std::vector<std::size_t> ordered_axes(const Best& best) {
  std::vector<std::size_t> order = places_of(best.comparison, best.request.group_axes);
  for (std::size_t axis = 0; axis < best.comparison.by.size(); ++axis) {
    if (std::find(order.begin(), order.end(), axis) == order.end()) order.push_back(axis);
  }
  return order;
}

// Returns the entries of the axes, with one entry for the rank between those of the groups
// and the others.
template <class Entry, class OfAxis>
std::vector<Entry> with_place(const Best& best, const Entry& place, const OfAxis& of_axis) {
  std::vector<Entry> entries;
  const std::vector<std::size_t> order = ordered_axes(best);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == best.request.group_axes.size()) entries.push_back(place);
    entries.push_back(of_axis(order[i]));
  }
  if (order.size() == best.request.group_axes.size()) entries.push_back(place);
  return entries;
}

// Returns "0.034", "< 0.0001", or "" if there was no test.
std::string p_text(double p) {
  constexpr double least = 1e-4;
  if (std::isnan(p)) return "";
  return p < least ? "< 0.0001" : text::number_text(p, 2);
}

}  // namespace

std::vector<RankedRow> rank(const Settings& settings, const Comparison& comparison,
                            std::size_t metric, std::vector<std::size_t> rows) {
  const record::Better better = comparison.metrics[metric].better;
  std::vector<std::vector<ReplicateValue>> values;
  values.reserve(rows.size());
  for (const std::size_t row : rows) {
    values.push_back(replicate_values(settings.all[row], metric, settings.scales[metric]));
  }
  const std::vector<double> means = adjusted_means(values);
  std::map<std::size_t, double> merit;
  for (std::size_t i = 0; i < rows.size(); ++i) merit[rows[i]] = merit_of(means[i], better);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return merit[a] > merit[b]; });
  std::vector<RankedRow> ranking;
  ranking.reserve(rows.size());
  for (const std::size_t row : rows) ranking.push_back({row, kNotANumber});
  if (ranking.size() > 1) test_against_first(settings, metric, better, ranking);
  return ranking;
}

bool is_tested(const std::vector<RankedRow>& ranking) {
  if (ranking.empty()) return true;
  return std::none_of(ranking.begin() + 1, ranking.end(),
                      [](const RankedRow& ranked) { return std::isnan(ranked.p); });
}

bool is_chosen(const BestRow& row) {
  return row.of > 1 && row.chosen.half_width > 1e-6 * std::abs(row.chosen.mean);
}

Best best_settings(const record::StudyRuns& runs, const Settings& settings,
                   const BestRequest& request) {
  const record::MetricRecord& metric = runs.metrics[request.metric];
  if (metric.better == record::Better::none) {
    throw std::invalid_argument("metric \"" + metric.name +
                                "\" has no direction that is better, so that nothing is best in "
                                "it; name another metric");
  }
  Best best{compare_settings(runs, settings), request, {}, 0, 0, false, false, {}};
  const std::vector<std::size_t> problems =
      group_numbers(competing_settings(settings, yardstick_of(metric)), settings.all.size());
  for (const auto& [group, rows] : groups_of(best.comparison, request.group_axes)) {
    if (request.leaves_out_lone && rows.size() == 1) {
      ++best.lone;
      continue;
    }
    std::vector<std::size_t> eligible;
    for (const std::size_t row : rows) {
      if (is_eligible(best.comparison, row, request.metric)) eligible.push_back(row);
    }
    best.ineligible += rows.size() - eligible.size();
    best.is_mixed =
        best.is_mixed || std::any_of(eligible.begin(), eligible.end(), [&](std::size_t row) {
          return problems[row] != problems[eligible.front()];
        });
    add_best(settings, rank(settings, best.comparison, request.metric, std::move(eligible)), best);
  }
  return best;
}

ReportTable best_table(const Best& best) {
  const Comparison& comparison = best.comparison;
  ReportTable table;
  table.columns = with_place(best, ReportColumn{"place", ""}, [&](std::size_t axis) {
    return ReportColumn{comparison.by[axis], ""};
  });
  table.keys = table.columns.size();
  for (const auto& each : comparison.metrics) table.columns.push_back(metric_column(each));
  table.columns.push_back({"n", ""});
  table.columns.push_back({"p", ""});
  table.columns.push_back({"of", ""});
  const bool has_chosen = std::any_of(best.rows.begin(), best.rows.end(), is_chosen);
  if (has_chosen) table.columns.push_back({"as chosen", ""});
  for (const BestRow& ranked : best.rows) {
    const ComparisonRow& row = comparison.rows[ranked.row];
    auto& cells = table.rows.emplace_back(
        with_place(best, value_cell(static_cast<std::int64_t>(ranked.place)),
                   [&](std::size_t axis) { return value_cell(row.by[axis]); }));
    for (std::size_t m = 0; m < row.estimates.size(); ++m) {
      cells.push_back(metric_cell(comparison.metrics[m], row.estimates[m], row.n));
    }
    if (ranked.is_best) cells[table.keys + best.request.metric].mark = Mark::best;
    if (ranked.is_tied) cells[table.keys + best.request.metric].mark = Mark::tied;
    cells.push_back(value_cell(row.n));
    cells.push_back(value_cell(p_text(ranked.p)));
    cells.push_back(value_cell(static_cast<std::int64_t>(ranked.of)));
    if (!has_chosen) continue;
    cells.push_back(is_chosen(ranked) ? estimate_cell(ranked.chosen) : value_cell({}));
  }
  return table;
}

record::ResultTable best_numbers(const Best& best) {
  const Comparison& comparison = best.comparison;
  record::ResultTable table;
  table.columns =
      with_place(best, std::string("place"), [&](std::size_t axis) { return comparison.by[axis]; });
  table.columns.insert(table.columns.end(),
                       {"p", "is_best", "is_tied", "of", "chosen_low", "chosen_high"});
  add_row_columns(table);
  for (const auto& metric : comparison.metrics) add_estimate_columns(table, metric.name);
  for (const BestRow& ranked : best.rows) {
    const ComparisonRow& row = comparison.rows[ranked.row];
    auto& cells = table.rows.emplace_back(
        with_place(best, record::SqlValue(static_cast<std::int64_t>(ranked.place)),
                   [&](std::size_t axis) { return row.by[axis]; }));
    cells.insert(cells.end(),
                 {number_or_null(ranked.p), std::int64_t{ranked.is_best},
                  std::int64_t{ranked.is_tied}, static_cast<std::int64_t>(ranked.of),
                  number_or_null(ranked.chosen.low), number_or_null(ranked.chosen.high)});
    add_row_cells(cells, row);
    for (const Estimate& e : row.estimates) add_estimate_cells(cells, e);
  }
  return table;
}

}  // namespace skald::report
