// Runs of settings of which an option was tuned without an end of its axis being found.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "store/store_reader.hpp"

namespace skald {

// For each of the runs to whose setting a choice in the "tuned" of its study's grid applies that
// has an open side and no "may_be_open": what is open there, "lr above", by the run's id. A choice
// applies where the setting has its value.
std::map<std::int64_t, std::string> open_choices(const store::StoreReader& reader,
                                                 const std::vector<std::string>& studies,
                                                 const record::StudyRuns& runs);

// Returns which settings these are, in a line; empty if none is among the runs.
std::string open_note(const std::map<std::int64_t, std::string>& open,
                      const record::StudyRuns& runs, const std::vector<std::string>& by,
                      const std::vector<std::string>& over);

}  // namespace skald
