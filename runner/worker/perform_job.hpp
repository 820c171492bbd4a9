// A job, done in this process.
#pragma once

#include <variant>

#include "engine/messages.hpp"
#include "plugin_host/plugin_host.hpp"
#include "worker/job_listener.hpp"
#include "worker/run_inputs.hpp"

namespace skald {

// What jobs are done with, one after another.
struct Workplace {
  plugin_host::PluginHost host;           // which loads the plugins
  record::EnvironmentRecord environment;  // this process's
  RunInputs inputs = {};
};

// The answer to a job, or that it is to be done again: the system refused what it needs. Progress
// goes to the listener meanwhile. Rounding and denormals are as they should be when it begins; what
// plugins change in the process is the caller's to put right. A listener that has the process end
// once the run is saved is told that it was stopped, and the process ends here.
std::variant<OutcomeMessage, StoppedMessage> perform_job(const Job& job, Workplace& place,
                                                         const JobListener& listener);

// Whether all plugins of the job came with Skald. Others may leave more behind in a process than
// process_state() sees.
bool uses_shipped_plugins_only(const Job& job, plugin_host::PluginHost& host);

}  // namespace skald
