// What a run has recorded at an iteration.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald::report {

// NaN if not a number, or not recorded.
struct RecordedPoint {
  std::int64_t iteration = 0;
  double x = 0;
  double y = 0;
  double exact = kNotANumber;
};

// Returns after which iteration a metric of the run starts anew (record::kRestartEvent); nothing:
// nowhere, or it is not of averages over draws.
std::optional<std::int64_t> restart_of(const record::StudyRuns::Run& run, std::string_view metric);

// Returns the values of a run at x, between its records by a straight line: x must not fall along
// it. NaN before the first and beyond the last record.
RecordedPoint interpolated(const std::vector<RecordedPoint>& run, double x);

}  // namespace skald::report
