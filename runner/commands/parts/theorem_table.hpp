// Published bounds on optimisers, for constants that are given instead of found in a grid.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"

namespace skald {

// Returns one row per combination of the values in `settings`, each "NAME=VALUE" or
// "NAME=VALUE,VALUE,...": the constants that have several values, the bound, and where there is
// none the reason. Throws UsageError for a theorem, a constant or a value that is not known, for
// one that is given twice and for one that is missing.
record::ResultTable theorem_table(const std::string& theorem,
                                  const std::vector<std::string>& settings);

}  // namespace skald
