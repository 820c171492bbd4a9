// The interface to whatever shares the machines of a cluster among the jobs of its users.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace skald {

// The scheduler refuses something or cannot be asked. The message is one sentence with the remedy.
struct SchedulerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// As above, but it may have done what it was asked to: it did not answer in time or not clearly.
struct SchedulerSilent : SchedulerError {
  using SchedulerError::SchedulerError;
};

// There is no way of finding out whether a job is under way.
struct SchedulerCannotFind : SchedulerError {
  using SchedulerError::SchedulerError;
};

// What the names of Skald's jobs begin with.
inline constexpr const char* kJobPrefix = "skald-";

// How long a program of a scheduler may take to answer.
inline constexpr std::chrono::seconds kSchedulerPatience{120};

// What each task of an array needs.
struct TaskNeeds {
  std::size_t processors = 1;
  std::optional<std::int64_t> memory = {};  // bytes
  std::chrono::minutes time{0};             // wall time, after which it is ended
  std::chrono::seconds warning{0};  // how long before that end it gets SIGUSR1, where this can be
  std::string partition = {};       // "": the scheduler's choice
  std::optional<std::size_t> tasks_at_once = {};
  std::vector<std::string> further = {};  // arguments for the scheduler's program that submits
};

// Tasks that one job holds.
struct TaskArray {
  std::string name;                  // of the job: letters, digits, '-', '_'
  std::vector<std::string> command;  // of a task; its number is appended as the last argument
  std::filesystem::path folder;      // absolute; tasks begin there
  std::size_t first = 0;             // number of the first task
  std::size_t count = 0;
  TaskNeeds needs = {};
  std::string after = {};  // id of a job that must have ended before; "": none
};

// What a scheduler says of a task.
enum class QueueState {
  queued,
  held,     // queued, but it will not begin unless somebody changes something
  running,  // also while it is being ended
  completed,
  failed,  // it ended with another exit code than 0, or was killed
  cancelled,
  timed_out,
  out_of_memory,
  preempted,
  node_lost
};

// The names of the states, in their order.
inline constexpr std::array kQueueStateNames{"queued",    "held",      "running",   "completed",
                                             "failed",    "cancelled", "timed out", "out of memory",
                                             "preempted", "node lost"};
constexpr const char* name_of(QueueState state) {
  return kQueueStateNames.at(static_cast<std::size_t>(state));
}

// Whether the task may still do something.
constexpr bool is_under_way(QueueState state) {
  return state == QueueState::queued || state == QueueState::held || state == QueueState::running;
}

struct QueuedTask {
  std::string job;
  std::size_t index = 0;  // of the task in its job, from 0 on
  QueueState state = QueueState::queued;
  std::string reason;  // why it is in this state, in the scheduler's words; "" if it says nothing
  std::string node;    // "" if it has none
  std::optional<std::chrono::seconds> elapsed = {};  // since it began, where the scheduler tells
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  virtual std::string name() const = 0;
  // The largest number of tasks that one job may have.
  virtual std::size_t array_limit() = 0;
  // The largest number of tasks that it makes sense to have at all.
  virtual std::size_t task_limit() const { return std::numeric_limits<std::size_t>::max(); }
  // The longest time that a task may ask for in this partition ("": the scheduler's choice), if the
  // scheduler says so.
  virtual std::optional<std::chrono::minutes> time_limit(const std::string& /*partition*/) {
    return std::nullopt;
  }
  // Submits the tasks as one job and returns its id, which is no other job's. Throws
  // SchedulerSilent, or SchedulerError if nothing has been submitted.
  virtual std::string submit(const TaskArray& array) = 0;
  // Returns the tasks of these jobs that the scheduler knows of: all that are under way, and those
  // that ended a while ago at most. Throws SchedulerError if it cannot be asked.
  virtual std::vector<QueuedTask> list(std::span<const std::string> jobs) = 0;
  // Returns the id of the job of that name that is under way, if there is one. Throws
  // SchedulerError if it cannot be asked, SchedulerCannotFind if it cannot look for names.
  virtual std::optional<std::string> find(const std::string& name) = 0;
  // Ends the jobs: tasks that run are told to end, the others never begin. Jobs that have ended do
  // no harm. Throws SchedulerError.
  virtual void cancel(std::span<const std::string> jobs) = 0;
  // Called by a task: has it begin again, on any node, once it has ended, if the scheduler does
  // that.
  virtual void begin_again() {}
};

// Makes a scheduler from its name in a database; see scheduler_named().
using MakeScheduler = std::function<std::unique_ptr<Scheduler>(const std::string& name)>;

// The schedulers by name.

inline constexpr const char* kDefaultScheduler = "slurm";

// `given` is what the user names on the command line: "slurm" or the path of a template
// (template_scheduler.hpp). Throws UsageError if it is neither.
std::unique_ptr<Scheduler> make_scheduler(const std::string& given);

// Returns the scheduler of that name, which was read from a database and therefore chooses among
// what the user has, and nothing else: Slurm, the template `given` on the command line, if that is
// its name ("": none is given), or NAME.json in the user's folder of templates, skald/schedulers in
// XDG_CONFIG_HOME or else in ~/.config. Throws UsageError if there is none.
std::unique_ptr<Scheduler> scheduler_named(const std::string& name, const std::string& given);

}  // namespace skald
