// A study of a results database, for the commands that decide between its settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/condition.hpp"
#include "report/decide/curve_mean.hpp"
#include "store/database_check.hpp"
#include "store/seals/examination.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns `name`, or the study declared last if it is empty. Throws UsageError if the database has
// no study.
std::string study_called(const store::StoreReader& reader, const std::string& name);

// Returns work(study), which reads the study by `reader`, once it is certain that everything its
// final values depend on is sound (see require_sound()): this is examined meanwhile. All reading
// sees one state of the file. Throws DamagedError if it is damaged, whatever `work` throws.
template <class Work>
auto with_sound_study(store::StoreReader& reader, const std::string& name, store::Reading reading,
                      const Work& work) {
  store::Examination examination(reader);
  const std::string study = study_called(reader, name);
  return examination.during(study, reading, [&] { return work(study); });
}

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
