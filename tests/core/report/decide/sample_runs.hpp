// Runs of a study made of numbers.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"

namespace skald_test {

// A study with the axes sampler and K and no metrics yet.
inline skald::record::StudyRuns empty_study(std::vector<skald::record::MetricRecord> metrics) {
  skald::record::StudyRuns runs;
  runs.axes = {"sampler", "K"};
  runs.metrics = std::move(metrics);
  return runs;
}

// One setting: element r of `replicates` has the metrics of replicate r.
inline void add_setting(skald::record::StudyRuns& runs,
                        const std::vector<skald::record::SqlValue>& axes,
                        const std::vector<std::vector<double>>& replicates) {
  for (std::size_t r = 0; r < replicates.size(); ++r) {
    runs.runs.push_back({static_cast<std::int64_t>(r), skald::record::RunStatus::ok, axes,
                         replicates[r], static_cast<std::int64_t>(runs.runs.size() + 1)});
  }
}

inline skald::record::SqlValue word(const char* value) { return std::string(value); }
inline skald::record::SqlValue whole(std::int64_t value) { return value; }

}  // namespace skald_test
