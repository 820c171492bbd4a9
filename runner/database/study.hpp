// A study of a results database, for the commands that decide between its settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/condition.hpp"
#include "report/decide/curve_mean.hpp"
#include "store/database_check.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns the named study, or the last one declared if `name` is empty, after checking that
// everything its final values depend on is sound (see require_sound()). Throws UsageError if the
// database has no study, DamagedError if it is damaged.
std::string sound_study(const store::StoreReader& reader, const std::string& name,
                        store::Reading reading = store::Reading::anything);

// Parses `text`, the value of a command's option, as conditions. UsageError names the option.
std::vector<report::Condition> conditions_of(const std::string& option, const std::string& text);

// Replaces final values, except costs, by the mean of the last `count` recorded values. Throws
// UsageError if no run has that many values of a metric.
record::StudyRuns with_last_means(const store::StoreReader& reader, record::StudyRuns runs,
                                  std::size_t count);

// Returns the runs with the iterations and recorded costs until the target is reached; with `mean`,
// by the running mean of the curve. `costs` names the costs; empty: all. Throws UsageError if no
// run recorded the metric along its length.
record::StudyRuns until_target(const store::StoreReader& reader, const std::string& study,
                               const report::Condition& target,
                               const std::optional<report::CurveMean>& mean,
                               const std::vector<std::string>& costs);

}  // namespace skald
