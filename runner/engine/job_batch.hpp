// Puts jobs to an engine and waits for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "system/open_plugins.hpp"

namespace skald {

// How a job ended.
struct JobEnd {
  std::optional<OutcomeMessage> answer;  // none if its worker was lost
  JobEvent event;                        // the event with the answer, or with the loss
};

// Does the jobs and returns their ends, in the same order. A lost job does not stop the others.
// Throws std::runtime_error if the engine cannot do jobs.
std::vector<JobEnd> do_jobs(Engine& engine, const std::vector<Job>& jobs, const JobLimits& limits);
JobEnd do_job(Engine& engine, const Job& job, const JobLimits& limits);

// Returns the report in an answer. Throws std::runtime_error with what went wrong if there is none;
// `task` names the job in the message: "the account of the cell".
std::string report_of(const JobEnd& end, const std::string& task);

// Returns the limits for a question to a worker that takes more than one call: the account of a
// cell, the checks of the kit.
inline JobLimits question_limits(const PluginOptions& plugins) {
  constexpr double kCalls = 10;
  return {.seconds = kCalls * plugins.patience, .memory = std::nullopt};
}

}  // namespace skald
