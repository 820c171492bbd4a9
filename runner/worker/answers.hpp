// Answers questions to plugins in this process.
#pragma once

#include <string>

#include "engine/questions.hpp"
#include "plugin_host/plugin_host.hpp"
#include "worker/perform_job.hpp"

namespace skald {

// Returns the question's Answer in wire form. Throws std::exception with the reason if there is
// none. Sends what comes before the answer to the listener.
std::string answer_to(const Question& question, plugin_host::PluginHost& host,
                      const JobListener& listener);

}  // namespace skald
