// Files beside a results database that nobody needs any more.
#pragma once

#include <filesystem>

#include "store/store.hpp"

namespace skald {

// Removes the checkpoints and unfinished draws of those runs, left where the machine went down
// after their commit, but for runs that were stopped at their time limit: these go on from there
// when they are retried.
void remove_leftovers(const std::filesystem::path& database, const store::FinishedRuns& finished);

}  // namespace skald
