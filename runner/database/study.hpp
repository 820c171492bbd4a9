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

// The named study, or the last one declared where `name` is empty, once what its final values rest
// on was found sound (see require_sound()). Throws UsageError where the database has no study,
// DamagedError where it is damaged.
std::string sound_study(const store::StoreReader& reader, const std::string& name,
                        store::Reading reading = store::Reading::anything);

// `text` as condition(s) that stand behind a command's option; UsageError names the option.
std::vector<report::Condition> conditions_of(const std::string& option, const std::string& text);

// The runs with the mean of their last values for the final one, but for costs. Throws UsageError
// where no run has so many values of a metric.
record::StudyRuns with_last_means(const store::StoreReader& reader, record::StudyRuns runs,
                                  std::size_t count);

// The runs with iterations and recorded costs until the target; with `mean`, until the running mean
// of the curve reaches it. `costs`: which; empty: all. Throws UsageError where no run recorded the
// metric along its length.
record::StudyRuns until_target(const store::StoreReader& reader, const std::string& study,
                               const report::Condition& target,
                               const std::optional<report::CurveMean>& mean,
                               const std::vector<std::string>& costs);

}  // namespace skald
