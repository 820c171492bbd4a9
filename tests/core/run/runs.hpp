// Runs of cells from grids, and what they leave.
#pragma once

#include "cells.hpp"
#include "run/experiment.hpp"
#include "run/run_cell.hpp"
#include "test.hpp"

namespace skald::test {

inline run::RunRequest request_of(const std::string& sections) {
  run::RunRequest request;
  request.cell = cell_of(sections);
  return request;
}

inline run::Experiment experiment_of(const std::string& sections) {
  return run::Experiment(cell_of(sections), 0, plugins());
}

// Runs a cell, however that ends; from the checkpoint `saved`, unless it is empty.
inline record::RunOutcome run_of(const std::string& sections, const std::string& saved = "") {
  run::RunRequest request = request_of(sections);
  request.checkpoints.saved = saved;
  return run::run_cell(request, plugins());
}

// Runs a cell, which must end well.
inline record::RunOutcome good_run(const run::RunRequest& request) {
  record::RunOutcome outcome = run::run_cell(request, plugins());
  INFO(outcome.message);
  REQUIRE(outcome.status == record::RunStatus::ok);
  return outcome;
}
inline record::RunOutcome good_run(const std::string& sections, const std::string& saved = "") {
  run::RunRequest request = request_of(sections);
  request.checkpoints.saved = saved;
  return good_run(request);
}

// The points of a metric; none if it was not measured.
inline std::vector<record::PointRecord> points_of(const record::RunOutcome& outcome,
                                                  std::string_view metric) {
  for (const record::SeriesRecord& series : outcome.series)
    if (series.metric == metric) return series.points;
  return {};
}

inline std::vector<double> values_of(const record::RunOutcome& outcome, std::string_view metric) {
  std::vector<double> values;
  for (const record::PointRecord& point : points_of(outcome, metric)) values.push_back(point.value);
  return values;
}

inline std::vector<std::int64_t> iterations_of(const std::vector<record::PointRecord>& points) {
  std::vector<std::int64_t> iterations;
  for (const record::PointRecord& point : points) iterations.push_back(point.iteration);
  return iterations;
}

// Whether two runs have measured the same, to the last bit; any NaN is like any other.
inline bool same_series(const record::RunOutcome& a, const record::RunOutcome& b) {
  const auto same_point = [](const record::PointRecord& x, const record::PointRecord& y) {
    return x.iteration == y.iteration &&
           (x.value == y.value || (std::isnan(x.value) && std::isnan(y.value)));
  };
  return std::equal(a.series.begin(), a.series.end(), b.series.begin(), b.series.end(),
                    [&](const record::SeriesRecord& x, const record::SeriesRecord& y) {
                      return x.metric == y.metric &&
                             std::equal(x.points.begin(), x.points.end(), y.points.begin(),
                                        y.points.end(), same_point);
                    });
}

// The last value of every metric.
inline std::map<std::string, double> last_values(const record::RunOutcome& outcome) {
  std::map<std::string, double> values;
  for (const record::SeriesRecord& series : outcome.series)
    values[series.metric] = series.points.back().value;
  return values;
}

// The message of the first event of a kind; empty if there is none.
inline std::string event_of(const record::RunOutcome& outcome, std::string_view kind) {
  for (const record::EventRecord& event : outcome.events)
    if (event.kind == kind) return event.message;
  return "";
}

}  // namespace skald::test
