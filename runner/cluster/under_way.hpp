// What a database has given to schedulers, and what has become of it.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cluster/scheduler.hpp"
#include "cluster/task_folder.hpp"
#include "record/submission.hpp"
#include "store/store_reader.hpp"

namespace skald {

// What became of a task, from what the scheduler says of it and what it has left itself. Pure.
enum class TaskStage {
  queued,
  held,  // it will not begin unless somebody changes something
  running,
  ended,        // everything is done
  some_failed,  // everything is done, some runs have no result
  saved,        // it was told to end, and has published what it had
  timed_out,    // its time was over; saved or not
  cancelled,
  preempted,
  out_of_memory,
  node_lost,
  killed,   // by a signal, or by the scheduler for no reason that it names
  refused,  // it could not do its work on this node: plugins, files, database
  lost      // nobody knows of it, and it has not said that it has ended
};

// The names of the stages, in their order.
inline constexpr std::array kTaskStageNames{
    "queued",    "held",      "running",       "ended",     "some failed", "saved",   "timed out",
    "cancelled", "preempted", "out of memory", "node lost", "killed",      "refused", "lost"};
constexpr const char* name_of(TaskStage stage) {
  return kTaskStageNames.at(static_cast<std::size_t>(stage));
}

// Whether the task may still do something, so that its runs must not be given to others.
bool is_under_way(TaskStage stage);
// Whether runs of the task may be missing although it is not under way.
bool leaves_runs(TaskStage stage);

struct TaskProgress {
  std::size_t task = 0;
  std::string job;
  TaskStage stage = TaskStage::queued;
  std::int64_t life = 0;                    // 0: it has not begun
  std::string node;                         // where it runs, or has run last
  std::string why;                          // a sentence; "" if there is nothing to say
  double seconds = 0;                       // that it takes altogether, as estimated
  std::optional<double> seconds_left = {};  // while it is under way
  bool is_settled = false;                  // it has left runs, but the database has them by now
};

// `queue` is nothing if the scheduler does not know the task (any more), `state` if the task has
// left none.
TaskProgress progress_of(std::size_t task, const std::optional<QueuedTask>& queue,
                         const std::optional<TaskState>& state, bool is_cancelled, double seconds);

struct TaskCounts {
  std::size_t queued = 0, running = 0, ended = 0, lost = 0;  // lost: it leaves runs to be done
};
TaskCounts count(const std::vector<TaskProgress>& tasks);

// Returns the seconds until all tasks have ended, if as many run at a time as now, at least one;
// nothing if none is under way.
std::optional<double> seconds_left(const std::vector<TaskProgress>& tasks);

struct SubmissionProgress {
  record::SubmissionRecord submission;
  std::filesystem::path folder;  // of its tasks
  std::vector<TaskProgress> tasks;
};

// Asks the schedulers for the tasks of the submissions of a database, each scheduler once. Those
// that have no job are left out. Throws SchedulerError, or what `make` throws.
std::vector<SubmissionProgress> progress_of(const std::vector<record::SubmissionRecord>& all,
                                            const std::filesystem::path& database,
                                            const MakeScheduler& make);

// Marks the tasks as settled whose runs the database has, although they have left some.
void mark_settled(std::vector<SubmissionProgress>& submissions, store::StoreReader& reader);

// Returns the hashes of the runs, without reference runs, in tasks that are under way.
std::set<std::string> runs_under_way(const std::vector<SubmissionProgress>& submissions);

// Returns the jobs, by scheduler, that have tasks under way.
std::map<std::string, std::vector<std::string>> jobs_under_way(
    const std::vector<SubmissionProgress>& submissions);

}  // namespace skald
