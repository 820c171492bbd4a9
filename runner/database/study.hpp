// A study of a results database, for the commands that decide between its settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/condition.hpp"
#include "report/decide/target.hpp"
#include "store/database_check.hpp"
#include "store/seals/examination.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns `name`, or the study declared last if it is empty. Throws UsageError if the database has
// no study.
std::string study_called(const store::StoreReader& reader, const std::string& name);

// Returns the studies that `names` means: one that is called so, or several, "a,b"; the one
// declared last if it is empty. Throws UsageError if the database has no study, or one of them
// twice.
std::vector<std::string> studies_called(const store::StoreReader& reader, const std::string& names);

// "a, b"
std::string listed_studies(const std::vector<std::string>& studies);

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

// The same of several studies: work(studies).
template <class Work>
auto with_sound_studies(store::StoreReader& reader, const std::string& names,
                        store::Reading reading, const Work& work) {
  store::Examination examination(reader);
  const std::vector<std::string> studies = studies_called(reader, names);
  for (std::size_t i = 1; i < studies.size(); ++i)
    store::require_sound(reader, studies[i], reading);
  return examination.during(studies.front(), reading, [&] { return work(studies); });
}

// Parses `text`, the value of a command's option, as conditions. UsageError names the option.
std::vector<report::Condition> conditions_of(const std::string& option, const std::string& text);

// Replaces final values, except costs, by the mean of the last `count` recorded values, of
// averages those behind the burn-in. Throws UsageError if no run has that many values of a metric.
record::StudyRuns with_last_means(const store::StoreReader& reader, record::StudyRuns runs,
                                  std::size_t count);

// Returns the runs with the iterations and recorded costs until the target is reached; with `mean`,
// by the running mean of the curve. `costs` names the costs; empty: all. Throws UsageError if no
// run recorded the metric along its length.
record::StudyRuns until_target(const store::StoreReader& reader,
                               const std::vector<std::string>& studies,
                               const report::Condition& target,
                               const std::optional<report::CurveMean>& mean,
                               const std::vector<std::string>& costs);

}  // namespace skald
