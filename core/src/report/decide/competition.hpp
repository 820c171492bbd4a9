// Which settings compete.
#pragma once

#include <cstddef>
#include <vector>

#include "report/settings.hpp"

namespace skald::report {

// Returns the settings, as indices, in groups within which they compete: those whose runs are on
// the same problems (record::StudyRuns::Run::problem). A metric of settings on different data,
// partitions or models measures different things, so that none of them is better than the other.
// Groups and their members are in the order of the settings.
std::vector<std::vector<std::size_t>> competing_settings(const Settings& settings);

}  // namespace skald::report
