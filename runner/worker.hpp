// The worker: a process that does the runs it is told to do.
#pragma once

#include "plugin_host/plugin_host.hpp"

namespace skald {

// Serves jobs from WorkerProcess::kWorkerSocket until the runner closes it; returns an exit code.
int work(PluginHost& host);

}  // namespace skald
