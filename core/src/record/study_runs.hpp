// The runs of a study with their final values, and metrics along runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "record/records.hpp"

namespace skald::record {

// What a query of the results database returns.

using Blob = std::vector<std::byte>;

// One value of SQLite: NULL, INTEGER, REAL, TEXT (UTF-8) or BLOB. A REAL is never NaN.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

// Each row has one value per column. Column names may repeat.
struct ResultTable {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;
};

// The current runs of the cells that a study now declares, except its reference cells, in the order
// of the grid and the replicates.
struct StudyRuns {
  struct Run {
    std::int64_t replicate = 0;
    RunStatus status = RunStatus::ok;
    std::vector<SqlValue> axes;
    std::vector<double> metrics;  // final values; NaN: not a number, or not measured
    std::int64_t id = 0;          // its row in the database
    // Numbers the data set, partition and model of its cell, with all their options: runs of the
    // same number are on the same problem. 0 if that is unknown.
    std::int64_t problem = 0;
    double temperature = 1;  // RunOutcome::temperature; 1 where there is none
    // What its eps protects, and from whom: "unit client, adversary observer"; "" without privacy.
    std::string guarantee = {};
    // What is known of its chains; nothing: its metrics average no draws.
    std::optional<Diagnosis> chains = std::nullopt;
    bool has_long_steps = false;  // for its problem, as far as that is known; see kLongStepEvent
    bool is_silent = false;       // no client has ever reported, see kSilentEvent
    // After this iteration averages start anew, see kRestartEvent; nothing: they do not.
    std::optional<std::int64_t> restart = std::nullopt;
  };
  std::vector<std::string> axes;  // names of columns of run_table
  std::vector<MetricRecord> metrics;
  std::vector<Run> runs;
};

using Curve = std::vector<PointRecord>;  // a metric along a run, by iteration

// A run at one of its iterations.
struct RunMoment {
  std::int64_t run = 0;  // StudyRuns::Run::id
  std::int64_t iteration = 0;
};

}  // namespace skald::record
