// The settings of a study dealt to the panels and series of a chart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"
#include "report/compare.hpp"

namespace skald::report {

// A number on an axis, if the value is a finite one.
bool is_finite_number(const record::SqlValue& value);
double number_of(const record::SqlValue& value);  // of one for which is_finite_number() holds

// Whether two values are the same point of an axis: numbers by value, all else as it is.
bool is_same(const record::SqlValue& a, const record::SqlValue& b);

// Which axes do what.
struct ChartAxes {
  std::string facet;  // empty: none
  std::vector<std::string> by;
  std::string x;  // empty: x is no axis
};

// The axes of a chart over `x` (empty: not over an axis). Where the request leaves it open, all
// axes that tell settings apart make the series, and where these are more than a panel shows with
// ease, one of their axes makes panels. Throws std::invalid_argument as compare() does.
ChartAxes choose_axes(const record::StudyRuns& runs, const ChartRequest& request,
                      const std::string& x);

// The axes that tell settings apart, without those averaged over.
std::vector<std::string> varying_axes(const record::StudyRuns& runs, const ChartRequest& request);

// The axis with the most different values, among those of numbers if there is one; "" if none is
// given.
std::string longest_axis(const record::StudyRuns& runs, const std::vector<std::string>& axes);

// Different values of an axis: unset, numbers by value, texts in the order of the grid.
std::vector<record::SqlValue> values_of(const record::StudyRuns& runs, const std::string& axis);

// What compare() says of the settings, rows sorted by facet, series and x.
struct DealtRow {
  record::SqlValue facet, x;
  std::vector<record::SqlValue> by;
  const ComparisonRow* row = nullptr;
  std::vector<const record::StudyRuns::Run*> runs;
};
struct DealtSettings {
  Comparison comparison;
  std::vector<DealtRow> rows;  // refer to the comparison and to the runs
};
DealtSettings deal(const record::StudyRuns& runs, const ChartRequest& request,
                   const ChartAxes& axes);

// A chart without its panels.
Chart begin_chart(const record::StudyRuns& runs, const ChartRequest& request,
                  const ChartAxes& axes);
// The panel or series for these values, made where there is none yet.
ChartPanel& panel_of(Chart& chart, const record::SqlValue& facet);
ChartSeries& series_of(Chart& chart, ChartPanel& panel, const std::vector<record::SqlValue>& by);

// Leaves out points that have no place on a logarithmic axis, and says so.
void drop_off_log(Chart& chart);

// Leaves out series without a point, and those beyond kMostSeries; gives every setting its look.
// Says so in the notes.
void finish_series(Chart& chart);

// The interval of an estimate, as the request wants it.
void set_interval(ChartPoint& point, const Estimate& estimate, Band band);

// The sentence on what is drawn: which mean, which interval, over how many replicates.
std::string mean_note(Band band, std::int64_t least_n, std::int64_t most_n);
// How many runs diverged or failed and are left out; "" for none.
std::string left_out_note(const Comparison& comparison);

}  // namespace skald::report
