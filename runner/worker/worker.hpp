// The worker: a process that does the jobs it is given.
#pragma once

#include "system/open_plugins.hpp"

namespace skald {

// Says hello at kRunnerSocket, loads plugins, and does jobs from there until the runner closes the
// socket. Returns an exit code.
int work(const PluginOptions& plugins);

}  // namespace skald
