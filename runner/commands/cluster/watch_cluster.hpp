// A sweep on a cluster: submits, watches and collects in one.
#pragma once

#include "commands/cluster/submit_grid.hpp"

namespace skald {

// Submits the runs of the grid, takes over what tasks publish, and submits again what they have
// left, until every run has ended. Returns the exit code of `skald run`. The first interrupt ends
// the watch; the tasks go on, and the same command watches them again. Gives up, with
// std::runtime_error, if tasks end several times in a row and no run has ended.
int watch_cluster(const SubmitOptions& options);

}  // namespace skald
