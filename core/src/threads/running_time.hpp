// The time for which this process could run.
#pragma once

#include <chrono>

namespace skald::threads {

// Returns a time that grows like the monotonic clock, but not while the process is stopped: by
// SIGSTOP or Ctrl-Z, or frozen with its job. Only differences mean something. A stop counts once it
// is longer than a quarter of a second. The first call starts a thread, which wakes every 50 ms: it
// would not sleep for longer if the process could run.
std::chrono::nanoseconds running_time();

}  // namespace skald::threads
