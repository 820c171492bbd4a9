#include "report/decide/best.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "report/comparison_table.hpp"
#include "report/decide/adjusted_mean.hpp"
#include "report/decide/competition.hpp"
#include "report/decide/significance.hpp"
#include "report/not_a_number.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

// Sets the adjusted p-values of the rows after the first.
void test_against_first(const Settings& settings, std::size_t metric,
                        std::vector<RankedRow>& ranking) {
  const auto first = replicate_values(settings.all[ranking.front().row], metric);
  std::vector<double> p;
  p.reserve(ranking.size());
  for (std::size_t i = 1; i < ranking.size(); ++i) {
    p.push_back(p_of_equality(first, replicate_values(settings.all[ranking[i].row], metric)));
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

void add_best(const std::vector<RankedRow>& ranking, Best& best) {
  const bool has_tests = is_tested(ranking);
  best.has_untested = best.has_untested || !has_tests;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const bool is_tied = ranking[i].p > 1 - best.request.level;
    if (i >= best.request.count && !is_tied) continue;
    best.rows.push_back({ranking[i].row, i + 1, ranking[i].p, is_tied, i == 0 && has_tests});
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
  const double sign = comparison.metrics[metric].better == record::Better::up ? 1 : -1;
  std::vector<std::vector<ReplicateValue>> values;
  values.reserve(rows.size());
  for (const std::size_t row : rows) values.push_back(replicate_values(settings.all[row], metric));
  const std::vector<double> means = adjusted_means(values);
  std::map<std::size_t, double> merit;
  for (std::size_t i = 0; i < rows.size(); ++i) merit[rows[i]] = sign * means[i];
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return merit[a] > merit[b]; });
  std::vector<RankedRow> ranking;
  ranking.reserve(rows.size());
  for (const std::size_t row : rows) ranking.push_back({row, kNotANumber});
  if (ranking.size() > 1) test_against_first(settings, metric, ranking);
  return ranking;
}

bool is_tested(const std::vector<RankedRow>& ranking) {
  if (ranking.empty()) return true;
  return std::none_of(ranking.begin() + 1, ranking.end(),
                      [](const RankedRow& ranked) { return std::isnan(ranked.p); });
}

Best best_settings(const record::StudyRuns& runs, const Settings& settings,
                   const BestRequest& request) {
  const record::MetricRecord& metric = runs.metrics[request.metric];
  if (metric.better == record::Better::none) {
    throw std::invalid_argument("metric \"" + metric.name +
                                "\" has no direction that is better, so that nothing is best in "
                                "it; name another metric");
  }
  Best best{compare(runs, settings, request.level), request, {}, 0, 0, false, false};
  const std::vector<std::size_t> problems =
      group_numbers(competing_settings(settings, yardstick_of(metric)), settings.all.size());
  for (const auto& [group, rows] : groups_of(best.comparison, request.group_axes)) {
    if (request.leaves_out_lone && rows.size() == 1) {
      ++best.lone;
      continue;
    }
    std::vector<std::size_t> eligible;
    for (const std::size_t row : rows) {
      if (is_eligible(best.comparison.rows[row], request.metric)) eligible.push_back(row);
    }
    best.ineligible += rows.size() - eligible.size();
    best.is_mixed =
        best.is_mixed || std::any_of(eligible.begin(), eligible.end(), [&](std::size_t row) {
          return problems[row] != problems[eligible.front()];
        });
    add_best(rank(settings, best.comparison, request.metric, std::move(eligible)), best);
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
  for (const BestRow& ranked : best.rows) {
    const ComparisonRow& row = comparison.rows[ranked.row];
    auto& cells = table.rows.emplace_back(
        with_place(best, value_cell(static_cast<std::int64_t>(ranked.place)),
                   [&](std::size_t axis) { return value_cell(row.by[axis]); }));
    for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
      cells.push_back(metric_cell(row, m));
    }
    if (ranked.is_best) cells[table.keys + best.request.metric].mark = Mark::best;
    if (ranked.is_tied) cells[table.keys + best.request.metric].mark = Mark::tied;
    cells.push_back(value_cell(row.n));
    cells.push_back(value_cell(p_text(ranked.p)));
  }
  return table;
}

record::ResultTable best_numbers(const Best& best) {
  const Comparison& comparison = best.comparison;
  record::ResultTable table;
  table.columns =
      with_place(best, std::string("place"), [&](std::size_t axis) { return comparison.by[axis]; });
  for (const char* name : {"p", "is_tied"}) table.columns.emplace_back(name);
  for (const auto& metric : comparison.metrics) {
    for (const char* suffix : {"_mean", "_half_width", "_sd", "_n"}) {
      table.columns.push_back(metric.name + suffix);
    }
  }
  for (const BestRow& ranked : best.rows) {
    const ComparisonRow& row = comparison.rows[ranked.row];
    auto& cells = table.rows.emplace_back(
        with_place(best, record::SqlValue(static_cast<std::int64_t>(ranked.place)),
                   [&](std::size_t axis) { return row.by[axis]; }));
    cells.insert(cells.end(), {number_or_null(ranked.p), std::int64_t{ranked.is_tied}});
    for (const Estimate& e : row.estimates) {
      cells.insert(cells.end(), {number_or_null(e.mean), number_or_null(e.half_width),
                                 number_or_null(e.sd), e.n});
    }
  }
  return table;
}

}  // namespace skald::report
