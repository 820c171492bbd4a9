#include "engine/job_batch.hpp"

#include <chrono>
#include <deque>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "engine/run_failure.hpp"

namespace skald {
namespace {

// Returns nothing if the job goes on.
std::optional<JobEnd> end_of(JobEvent event, Engine& engine) {
  require_accepted(event);
  if (event.kind != JobEvent::Kind::message) return JobEnd{std::nullopt, std::move(event)};
  try {
    if (kind_of(event.frame) != MessageKind::outcome) return std::nullopt;
    OutcomeMessage answer = decode<OutcomeMessage>(event.frame);
    engine.release(event.job, answer.is_last);
    return JobEnd{std::move(answer), std::move(event)};
  } catch (const std::runtime_error&) {  // a plugin has garbled what its process says
    engine.abandon(event.job);
    event.kind = JobEvent::Kind::unreadable;
    return JobEnd{std::nullopt, std::move(event)};
  }
}

}  // namespace

std::vector<JobEnd> do_jobs(Engine& engine, const std::vector<Job>& jobs, const JobLimits& limits) {
  std::vector<JobEnd> ends(jobs.size());
  std::deque<std::size_t> waiting(jobs.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  std::set<std::size_t> running;
  Disturbances disturbances;
  while (!waiting.empty() || !running.empty()) {
    for (; !waiting.empty() && engine.has_idle(); waiting.pop_front()) {
      engine.submit(waiting.front(), encode(jobs[waiting.front()]), limits);
      running.insert(waiting.front());
    }
    for (JobEvent& event : engine.wait(std::chrono::milliseconds(100))) {
      const std::size_t job = event.job;
      if (!running.contains(job)) continue;  // the worker ended after its answer
      if (disturbances.are_forgiven(event)) {
        running.erase(job);
        waiting.push_front(job);
        continue;
      }
      auto end = end_of(std::move(event), engine);
      if (!end) continue;
      ends[job] = std::move(*end);
      running.erase(job);
    }
  }
  return ends;
}

const OutcomeMessage& outcome_in(const JobEnd& end, const std::string& task) {
  if (!end.answer) throw std::runtime_error(describe_loss(end.event, task));
  return *end.answer;
}

}  // namespace skald
