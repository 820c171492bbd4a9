// What a run could change in its process so that the next run there sees it.
#pragma once

#include <string>

namespace skald {

// The process's floating-point environment (rounding, flushing of denormal numbers), resource
// limits, umask, working directory, locale, environment, signal handlers and mask, timers, open
// descriptors and children, as text. Two states are equal where the next run finds what the last
// one found.
std::string process_state();

}  // namespace skald
