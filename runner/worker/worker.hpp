// The worker: a process that does the runs it is told to do.
#pragma once

#include "system/open_plugins.hpp"

namespace skald {

// Says hello at kRunnerSocket, loads plugins, and does jobs from there until the runner closes it;
// returns an exit code.
int work(const PluginOptions& plugins);

}  // namespace skald
