// Reads the values recorded along runs, for charts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/chart/chart_request.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Reads the points of some metrics run by run, and nothing else. Each series is compared with the
// sealed summary of its last, smallest and largest value; throws store::DamagedError if they
// differ. The reader must outlive it.
class RecordedPoints {
 public:
  // `x` is a metric, a cost, "iteration" or "wall_seconds"; `exact` is a metric or "". Metrics that
  // the database does not have yield no points.
  RecordedPoints(const store::StoreReader& reader, const std::string& y, const std::string& x,
                 const std::string& exact);

  // Returns the run's points that have a value of y; NaN if x or the exact value is missing.
  std::vector<report::RecordedPoint> of(std::int64_t run);

 private:
  struct Value {
    std::int64_t iteration = 0;
    double value = 0;
  };
  // The values of that name: from `moments`, if that is there (a cost or wall_seconds), otherwise
  // from the points of the metric.
  struct Series {
    std::optional<std::int64_t> metric;
    std::optional<store::Statement> moments;
    std::vector<Value> values;  // of the run that was read last
  };
  Series series_of(const std::string& name) const;
  void read(std::int64_t run, Series& series);
  void require_summary(std::int64_t run, std::int64_t metric, const std::vector<Value>& values);

  const store::StoreReader& reader_;
  store::Statement select_, summary_;
  Series y_, x_, exact_;
  bool is_x_iteration_;
};

// Returns whether one of the first runs of the study that ended ok has several recorded values of
// the metric, or of a cost or wall_seconds.
bool is_recorded_along(const store::StoreReader& reader, const record::StudyRuns& runs,
                       const std::string& metric);

// Returns whether the database has such a metric.
bool has_metric(const store::StoreReader& reader, std::string_view name);

}  // namespace skald
