// Puts jobs to an engine and waits for them.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "system/open_plugins.hpp"
#include "text/result.hpp"

namespace skald {

// How a job ended.
struct JobEnd {
  std::optional<OutcomeMessage> answer;  // none if its worker was lost
  JobEvent event;                        // the event with the answer, or with the loss
};

// Does the jobs and returns their ends, in the same order. A lost job does not stop the others.
// Throws std::runtime_error if the engine cannot do jobs.
std::vector<JobEnd> do_jobs(Engine& engine, const std::vector<Job>& jobs, const JobLimits& limits);

// Returns the outcome. Throws std::runtime_error with what went wrong if there is none; `task`
// names the job in the message: "the account of the cell".
const OutcomeMessage& outcome_in(const JobEnd& end, const std::string& task);

// Puts the questions to workers. Returns each answer, or why there is none, in the same order.
// Throws std::runtime_error if the engine cannot do jobs.
template <class Question>
std::vector<text::Result<typename Question::Answer>> ask(Engine& engine,
                                                         const std::vector<Question>& questions,
                                                         const JobLimits& limits,
                                                         const std::string& task) {
  std::vector<text::Result<typename Question::Answer>> answers;
  const std::vector<Job> jobs(questions.begin(), questions.end());
  for (const JobEnd& end : do_jobs(engine, jobs, limits)) {
    try {
      answers.emplace_back(answer_in<Question>(outcome_in(end, task)));
    } catch (const std::runtime_error& e) {
      answers.emplace_back(text::no_value(std::string(e.what())));
    }
  }
  return answers;
}
// The same for one question. Throws std::runtime_error with the reason if there is no answer.
template <class Question>
typename Question::Answer ask(Engine& engine, const Question& question, const JobLimits& limits,
                              const std::string& task) {
  return answer_in<Question>(outcome_in(do_jobs(engine, {question}, limits).front(), task));
}

// Returns the limits for a question to a worker that takes more than one call: the account of a
// cell, the checks of the kit.
inline JobLimits question_limits(const PluginOptions& plugins) {
  constexpr double kCalls = 10;
  return {.seconds = kCalls * plugins.patience, .memory = std::nullopt};
}

}  // namespace skald
