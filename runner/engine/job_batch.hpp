// Jobs that are put to an engine and waited for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "system/open_plugins.hpp"

namespace skald {

// What became of a job.
struct JobEnd {
  std::optional<OutcomeMessage> answer;  // none: its worker was lost
  JobEvent event;                        // that brought the answer, or tells of the loss
};

// The jobs' ends, in their order. One that is lost stops no other. Throws std::runtime_error where
// the engine cannot do jobs.
std::vector<JobEnd> do_jobs(Engine& engine, const std::vector<Job>& jobs, const JobLimits& limits);
JobEnd do_job(Engine& engine, const Job& job, const JobLimits& limits);

// The report of an answer, or std::runtime_error with what went wrong. `task`: what the job is to
// people, "the account of the cell".
std::string report_of(const JobEnd& end, const std::string& task);

// Of a question to a worker that is more than a call: the account of a cell, the checks of the kit.
inline JobLimits question_limits(const PluginOptions& plugins) {
  constexpr double kCalls = 10;
  return {.seconds = kCalls * plugins.patience, .memory = std::nullopt};
}

}  // namespace skald
