// How far the studies of a results database are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/store_reader.hpp"

namespace skald {

struct StudyProgress {
  std::int64_t id = 0;
  std::string name;
  std::int64_t cells = 0;
  std::int64_t declared = 0;  // runs; the most that there can be, if the results decide it
  std::int64_t ended = 0;     // runs, of which:
  std::int64_t ok = 0, diverged = 0, failed = 0;
  std::string last_ended;  // empty: none
};

// One for each study, in the order of their declaration.
std::vector<StudyProgress> study_progress(const store::StoreReader& reader);

// Returns the view of current runs, or the table of all runs if an older file has no such view.
std::string current_runs(const store::StoreReader& reader);

// The seconds that the rest of the study takes if runs end as often as the last ones did (at most
// 200, those that ended after `since`, a time as the database has it) until `now`. Nothing where
// fewer than two have ended since.
std::optional<double> seconds_left(const store::StoreReader& reader, const StudyProgress& study,
                                   const std::string& since, const std::string& now);

}  // namespace skald
