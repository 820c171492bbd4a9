// Assigns the settings of a study to the panels and series of a chart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"
#include "report/compare.hpp"

namespace skald::report {

// Series per panel that are told apart at a glance, when nobody chose panels and series.
inline constexpr std::size_t kEasySeries = 6;

// Returns whether a value of an axis is a finite number.
bool is_finite_number(const record::SqlValue& value);
double number_of(const record::SqlValue& value);  // requires is_finite_number()

// Positive values of which the largest is so many times the smallest span a logarithmic axis.
inline constexpr double kManyTimes = 100;

// Returns whether two values are the same point of an axis. Numbers are the same if they are equal,
// other values if they are identical.
bool is_same(const record::SqlValue& a, const record::SqlValue& b);

// The roles of the axes.
struct ChartAxes {
  std::string facet;  // empty: none
  std::vector<std::string> by;
  std::string x;  // empty: x is not an axis
};

// Returns the axes of a chart over `x` (empty: not over an axis). Unless the request names
// them, all axes that distinguish settings distinguish series; if that gives too many series for
// one panel, one of these axes that all settings have distinguishes panels instead. Throws
// std::invalid_argument as compare() does.
ChartAxes choose_axes(const record::StudyRuns& runs, const ChartRequest& request,
                      const std::string& x);

// Returns the axes that distinguish settings, except those averaged over.
std::vector<std::string> varying_axes(const record::StudyRuns& runs, const ChartRequest& request);

// Returns the axis with the most distinct values, preferring axes that three of four runs have,
// and of these numeric ones; "" if `axes` is empty.
std::string longest_axis(const record::StudyRuns& runs, const std::vector<std::string>& axes);

// Returns the distinct values of an axis: unset first, then numbers by value, then texts in the
// order of the grid.
std::vector<record::SqlValue> values_of(const record::StudyRuns& runs, const std::string& axis);

// A setting with its row of compare(). Rows are sorted by facet, series and x.
struct DealtRow {
  record::SqlValue facet, x;
  std::vector<record::SqlValue> by;
  const ComparisonRow* row = nullptr;
  std::vector<const record::StudyRuns::Run*> runs;
};
struct DealtSettings {
  Comparison comparison;
  std::vector<DealtRow> rows;  // point into the comparison and the runs
};
DealtSettings deal(const record::StudyRuns& runs, const ChartRequest& request,
                   const ChartAxes& axes);

// Returns a chart without panels.
Chart begin_chart(const record::StudyRuns& runs, const ChartRequest& request,
                  const ChartAxes& axes);
// Returns the panel or series for these values, which is created if it does not exist.
ChartPanel& panel_of(Chart& chart, const record::SqlValue& facet);
ChartSeries& series_of(Chart& chart, ChartPanel& panel, const std::vector<record::SqlValue>& by,
                       ChartSource source = ChartSource::runs);
// Returns survivors if some runs of the setting, but not all, diverged: such settings are drawn
// apart.
inline ChartSource source_of(const ComparisonRow& row) {
  const bool has_survivors = row.diverged > 0 && row.diverged < row.runs;
  return has_survivors ? ChartSource::survivors : ChartSource::runs;
}

// Adds a note, unless it is "".
void add_note(Chart& chart, std::string note);

// Removes points that cannot be shown on a logarithmic axis, and notes how many.
void drop_off_log(Chart& chart);

// Chooses a logarithmic y axis for a positive metric whose values span two decades.
void choose_log_y(Chart& chart, const ChartRequest& request);

// Removes series without points, and those beyond the best kMostSeries, and notes which. Unless the
// request names the axes of series, six of a panel have a colour, of each value of their first axis
// the best before the rest, and others are grey. Assigns a look to each setting.
void finish_series(Chart& chart, const ChartRequest& request, record::Better better);

// Sets the interval of y that `band` asks for.
void set_interval(ChartPoint& point, const Estimate& estimate, Band band);

// Returns the note that says what the points and bands show, over how many replicates.
std::string mean_note(Band band, std::int64_t least_n, std::int64_t most_n, record::Scale scale);
// Returns the note on runs that diverged or failed and are left out; "" if there are none.
std::string left_out_note(const Comparison& comparison);
// Returns the note on settings whose chains disagree, or may; "" if there are none, and if no
// metric of theirs averages draws.
std::string settings_chains_note(const Comparison& comparison);
// And in how many runs no client has ever reported.
std::string settings_silence_note(const Comparison& comparison);

}  // namespace skald::report
