// Files beside a results database that are no longer needed.
#pragma once

#include <filesystem>

#include "store/store.hpp"

namespace skald {

// Removes the checkpoints and unfinished draws of the runs in `finished`: they remain if the
// machine goes down right after the commit. Those of runs that were stopped at their time limit are
// kept, since such a run goes on from there when it is retried.
void remove_leftovers(const std::filesystem::path& database, const store::FinishedRuns& finished);

}  // namespace skald
