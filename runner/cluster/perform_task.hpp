// What a task does on its node.
#pragma once

#include <cstddef>
#include <filesystem>

namespace skald {

// The exit code of a task that was told to end before everything was done: sysexits.h calls it
// EX_TEMPFAIL, and clusters that requeue by exit code do it by this one (RequeueExit=75).
inline constexpr int kToBeContinued = 75;

// Does the runs of the task by `skald run`, a process of its own, and leaves in the folder how far
// it has come. SIGUSR1, SIGTERM, SIGINT and SIGHUP tell the run to save and to publish what it has.
// If SIGUSR1 came, the warning before the time limit, the scheduler is asked to begin the task
// again, in at most 20 lives. Returns the exit code. Throws std::runtime_error if the folder has no
// setting or the run cannot be started.
int perform_task(const std::filesystem::path& folder, std::size_t task);

}  // namespace skald
