// Runs that ended before any of their budgets did.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "store/store_reader.hpp"

namespace skald {

// For each run of the study that ended ok, has a budget and has ended by its planned length
// instead: the largest share of a budget of bits, bits_up or eps that it has used, by the run's id.
// Runs that used 99 % or more are left out.
std::map<std::int64_t, double> unspent_budgets(const store::StoreReader& reader,
                                               const std::string& study);

// Returns which settings these are, and what they have used, in a line; empty if none is among the
// runs. Costs of settings that compete at a common budget are not equal then.
std::string unspent_note(const std::map<std::int64_t, double>& unspent,
                         const record::StudyRuns& runs, const std::vector<std::string>& by,
                         const std::vector<std::string>& over);

}  // namespace skald
