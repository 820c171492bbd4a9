// The state of a process that one run could change and the next one would see.
#pragma once

#include <string>

namespace skald {

// Returns the process's floating-point environment (rounding, flushing of denormal numbers),
// resource limits, umask, working directory, locale, environment, signal handlers and mask, timers,
// open descriptors and children, as text. If two texts are equal, a run finds the same process at
// both times.
std::string process_state();

}  // namespace skald
