#include "cluster/under_way.hpp"

#include <fmt/core.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cluster/share_file.hpp"
#include "cluster/task_folder.hpp"
#include "system/exit_code.hpp"
#include "text/file_word.hpp"

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

namespace {

using Queue = std::map<std::pair<std::string, std::size_t>, QueuedTask>;  // by job and index

// Asks for the jobs of one scheduler.
Queue queue_of(Scheduler& scheduler, const std::vector<std::string>& jobs) {
  Queue queue;
  for (QueuedTask& task : scheduler.list(jobs)) {
    auto place = std::pair(task.job, task.index);
    queue.insert_or_assign(std::move(place), std::move(task));
  }
  return queue;
}

SubmissionProgress progress_of(const record::SubmissionRecord& submission,
                               const std::filesystem::path& folder, const Queue& queue) {
  SubmissionProgress progress{submission, folder, {}};
  std::vector<double> seconds;
  try {
    seconds = read_setting(folder).seconds;
  } catch (const std::exception&) {
    // Somebody has removed the folder: the tasks cannot do anything any more.
  }
  for (std::int64_t i = 0; i < submission.tasks; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const std::size_t task = static_cast<std::size_t>(submission.first_task) + index;
    const auto found = queue.find({submission.job, index});
    TaskProgress each =
        progress_of(task, found == queue.end() ? std::nullopt : std::optional(found->second),
                    read_state(folder, task), !submission.cancelled.empty(),
                    task < seconds.size() ? seconds[task] : submission.task_seconds);
    each.job = submission.job;
    progress.tasks.push_back(std::move(each));
  }
  return progress;
}

}  // namespace

std::vector<SubmissionProgress> progress_of(const std::vector<record::SubmissionRecord>& all,
                                            const std::filesystem::path& database,
                                            const MakeScheduler& make) {
  std::map<std::string, std::vector<std::string>> jobs;
  for (const record::SubmissionRecord& each : all) {
    if (!each.job.empty()) jobs[each.scheduler].push_back(each.job);
  }
  std::map<std::string, Queue> queues;
  for (const auto& [name, ids] : jobs) queues[name] = queue_of(*make(name), ids);
  std::vector<SubmissionProgress> found;
  for (const record::SubmissionRecord& each : all) {
    if (each.job.empty()) continue;
    const std::filesystem::path folder =
        task_folders(database) / text::FileWord(each.folder).text();
    found.push_back(progress_of(each, folder, queues.at(each.scheduler)));
  }
  return found;
}

void mark_settled(std::vector<SubmissionProgress>& submissions, store::StoreReader& reader) {
  for (SubmissionProgress& each : submissions) {
    for (TaskProgress& task : each.tasks) {
      if (!leaves_runs(task.stage)) continue;
      try {
        const ShareFile share = read_share(share_path(each.folder, task.task));
        task.is_settled = reader.finished(share.runs).size() == share.runs.size();
      } catch (const std::runtime_error&) {
        // Somebody has removed the folder, and nobody knows what its runs were.
      }
    }
  }
}

std::set<std::string> runs_under_way(const std::vector<SubmissionProgress>& submissions) {
  std::set<std::string> runs;
  for (const SubmissionProgress& each : submissions) {
    for (const TaskProgress& task : each.tasks) {
      if (!is_under_way(task.stage)) continue;
      const ShareFile share = read_share(share_path(each.folder, task.task));
      runs.insert(share.runs.begin(), share.runs.end());
    }
  }
  return runs;
}

std::map<std::string, std::vector<std::string>> jobs_under_way(
    const std::vector<SubmissionProgress>& submissions) {
  std::map<std::string, std::vector<std::string>> jobs;
  for (const SubmissionProgress& each : submissions) {
    const bool is_any = std::any_of(each.tasks.begin(), each.tasks.end(),
                                    [](const auto& task) { return is_under_way(task.stage); });
    if (is_any) jobs[each.submission.scheduler].push_back(each.submission.job);
  }
  return jobs;
}

}  // namespace skald
