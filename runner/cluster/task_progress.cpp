#include "cluster/task_progress.hpp"

#include <fmt/core.h>
#include <signal.h>

#include <algorithm>
#include <array>

#include "system/exit_code.hpp"

namespace skald {
namespace {

// What the scheduler's word alone says of a task, by QueueState.
constexpr std::array kStagesInQueue{
    TaskStage::queued,    TaskStage::held,      TaskStage::running,   TaskStage::lost,
    TaskStage::killed,    TaskStage::cancelled, TaskStage::timed_out, TaskStage::out_of_memory,
    TaskStage::preempted, TaskStage::node_lost};
static_assert(kStagesInQueue.size() == kQueueStateNames.size());

TaskStage stage_in_queue(const QueuedTask& queue) {
  return kStagesInQueue.at(static_cast<std::size_t>(queue.state));
}

// Of a task that has said how it ended.
TaskStage stage_of_end(const TaskState& state, const std::optional<QueuedTask>& queue,
                       bool is_cancelled) {
  if (state.exit_code == kOk) return TaskStage::ended;
  if (state.exit_code == kSomeRunsFailed) return TaskStage::some_failed;
  const bool was_cancelled = is_cancelled || (queue && queue->state == QueueState::cancelled);
  const bool has_begun = state.exit_code != 128 + SIGTERM;  // it would have saved what it had
  if (was_cancelled && (state.exit_code == kInterrupted || !has_begun)) return TaskStage::cancelled;
  if (state.exit_code >= 128 && state.exit_code != kInterrupted) return TaskStage::killed;
  if (state.exit_code != kInterrupted) return TaskStage::refused;
  if (queue && queue->state == QueueState::preempted) return TaskStage::preempted;
  if (state.told_by == SIGUSR1 || (queue && queue->state == QueueState::timed_out)) {
    return TaskStage::timed_out;
  }
  return TaskStage::saved;
}

// Of a task that ended without a message.
TaskStage stage_of_silence(const std::optional<QueuedTask>& queue, bool is_cancelled) {
  const TaskStage stage = queue ? stage_in_queue(*queue) : TaskStage::lost;
  return stage == TaskStage::lost && is_cancelled ? TaskStage::cancelled : stage;
}

std::string why_of(TaskStage stage, const std::optional<QueuedTask>& queue,
                   const std::optional<TaskState>& state) {
  const std::string reason = queue ? queue->reason : "";
  switch (stage) {
    case TaskStage::refused:
    case TaskStage::some_failed:
      return state ? state->last_line : "";
    case TaskStage::killed:
      if (state && state->has_ended) return fmt::format("by signal {}", state->exit_code - 128);
      return reason;
    case TaskStage::timed_out:
    case TaskStage::preempted:
      return state && state->has_ended ? "what was done is published" : reason;
    case TaskStage::cancelled:
      return "";  // the scheduler's reason is why the task had waited
    case TaskStage::lost:
      return state ? "it has not said that it has ended" : "it has never begun";
    case TaskStage::queued:
      if (state && state->life > 0) {
        return fmt::format("begins again after life {}{}", state->life,
                           reason.empty() ? "" : " (" + reason + ")");
      }
      return reason;
    default:
      return reason;
  }
}

}  // namespace

bool is_under_way(TaskStage stage) {
  return stage == TaskStage::queued || stage == TaskStage::held || stage == TaskStage::running;
}

bool leaves_runs(TaskStage stage) {
  return !is_under_way(stage) && stage != TaskStage::ended && stage != TaskStage::some_failed;
}

TaskProgress progress_of(std::size_t task, const std::optional<QueuedTask>& queue,
                         const std::optional<TaskState>& state, bool is_cancelled, double seconds) {
  TaskProgress progress;
  progress.task = task;
  progress.seconds = seconds;
  if (queue) progress.job = queue->job;
  if (state) progress.life = state->life;
  progress.node = queue && !queue->node.empty() ? queue->node : state ? state->node : "";
  if (queue && is_under_way(queue->state)) {
    progress.stage = stage_in_queue(*queue);
    const bool is_running = progress.stage == TaskStage::running;
    const double elapsed =
        is_running && queue->elapsed ? static_cast<double>(queue->elapsed->count()) : 0;
    progress.seconds_left = std::max(seconds - elapsed, 0.0);
  } else if (state && state->has_ended) {
    progress.stage = stage_of_end(*state, queue, is_cancelled);
  } else {
    progress.stage = stage_of_silence(queue, is_cancelled);
  }
  progress.why = why_of(progress.stage, queue, state);
  return progress;
}

TaskCounts count(const std::vector<TaskProgress>& tasks) {
  TaskCounts counts;
  for (const TaskProgress& task : tasks) {
    if (task.stage == TaskStage::running) {
      ++counts.running;
    } else if (is_under_way(task.stage)) {
      ++counts.queued;
    } else {
      ++(leaves_runs(task.stage) && !task.is_settled ? counts.lost : counts.ended);
    }
  }
  return counts;
}

std::optional<double> seconds_left(const std::vector<TaskProgress>& tasks) {
  double sum = 0, longest = 0;
  std::size_t running = 0, under_way = 0;
  for (const TaskProgress& task : tasks) {
    if (!task.seconds_left) continue;
    ++under_way;
    running += task.stage == TaskStage::running;
    sum += *task.seconds_left;
    longest = std::max(longest, *task.seconds_left);
  }
  if (under_way == 0) return std::nullopt;
  return std::max(longest, sum / static_cast<double>(std::max<std::size_t>(running, 1)));
}

}  // namespace skald
