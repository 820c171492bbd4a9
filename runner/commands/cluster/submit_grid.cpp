#include "commands/cluster/submit_grid.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "cluster/part.hpp"
#include "cluster/scheduler.hpp"
#include "cluster/send_tasks.hpp"
#include "cluster/under_way.hpp"
#include "commands/cluster/print_tasks.hpp"
#include "commands/cluster/scheduler_option.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/grid_runs.hpp"
#include "database/open_database.hpp"
#include "engines/engines.hpp"
#include "grids/check_options.hpp"
#include "grids/loaded_grid.hpp"
#include "store/cluster/submissions.hpp"
#include "store/store_reader.hpp"
#include "sweep/declaration.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/probe.hpp"
#include "sweep/screen.hpp"
#include "sweep/sweep_plan.hpp"
#include "system/exit_code.hpp"
#include "system/interrupt.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {

namespace fs = std::filesystem;
namespace {

constexpr double kUnknownSeconds = 60;    // of a run that nothing is known of
constexpr double kLeastTaskSeconds = 30;  // below, starting a task takes longer than the task
constexpr double kShareOfLimit = 0.8;     // of the time limit that a task may be estimated to take
constexpr double kSpareSeconds = 600;     // of the time limit that Skald chooses
constexpr double kMostSeconds = 365 * 86400.0;
constexpr double kMostWarning = 120, kLeastWarning = 20;  // seconds before the limit

// Returns the estimated wall time of each share on so many processors, with the reference runs that
// its runs wait for.
std::vector<double> seconds_of(const std::vector<RunShare>& shares,
                               const std::vector<SweepRun>& runs, const RunCost& cost,
                               std::size_t processors) {
  std::vector<double> seconds;
  for (const RunShare& share : shares) {
    double sum = 0, longest = 0;
    std::set<std::size_t> references;
    for (const std::size_t run : share) {
      const auto reference = runs[run].reference;
      sum += cost(run);
      longest = std::max(longest, cost(run) + (reference ? cost(*reference) : 0));
      if (reference && references.insert(*reference).second) sum += cost(*reference);
    }
    seconds.push_back(std::max(sum / static_cast<double>(processors), longest));
  }
  return seconds;
}

// Returns the time limit that the tasks may have at most, in seconds; nothing if there is none.
std::optional<double> most_time(const SubmitOptions& options, Scheduler& scheduler) {
  const auto limit = scheduler.time_limit(options.partition);
  if (!limit) return options.time;
  const double seconds = std::chrono::duration<double>(*limit).count();
  if (options.time && *options.time > seconds) {
    throw UsageError(fmt::format(
        "--time: is {:g} min, but {} allows {} min at most: ask for less, or for another "
        "--partition",
        *options.time / 60, options.partition.empty() ? "the default partition" : options.partition,
        limit->count()));
  }
  return options.time ? options.time : std::optional(seconds);
}

std::size_t processors_of(const SubmitOptions& options) {
  return std::max<std::size_t>(options.jobs, 1);
}

// Returns how long the tasks are to be, in seconds of one processor.
TaskLength task_length(const SubmitOptions& options, const std::optional<double>& most,
                       const Scheduler& scheduler) {
  const auto processors = static_cast<double>(processors_of(options));
  TaskLength length;
  length.target = options.task_length * processors;
  if (most) {
    length.most = *most * kShareOfLimit * processors;
    length.target = std::min(length.target, length.most);
  }
  length.least = std::min(kLeastTaskSeconds * processors, length.target);
  length.most_tasks = scheduler.task_limit();
  return length;
}

TaskNeeds needs_of(const SubmitOptions& options, const std::optional<double>& most,
                   const std::vector<double>& seconds) {
  const double longest = *std::max_element(seconds.begin(), seconds.end());
  const double chosen = std::min(2 * longest + kSpareSeconds, most.value_or(kMostSeconds));
  const double limit = options.time.value_or(chosen);
  TaskNeeds needs;
  needs.processors = processors_of(options);
  needs.memory = options.memory;
  needs.time = std::chrono::minutes(static_cast<std::int64_t>(std::ceil(limit / 60)));
  needs.warning = std::chrono::seconds(
      static_cast<std::int64_t>(std::clamp(limit / 4, kLeastWarning, kMostWarning)));
  needs.partition = options.partition;
  needs.tasks_at_once = options.tasks_at_once;
  needs.further = options.further;
  return needs;
}

std::vector<std::string> options_of_run(const SubmitOptions& options) {
  PluginOptions plugins = options.plugins;
  for (std::string& place : plugins.path) place = fs::absolute(place).string();
  return plugin_arguments(plugins);
}

// Learns what the pending runs cost: from those that have ended, or else from short ones.
void learn(SweepPlan& plan, const PluginOptions& plugins) {
  if (plan.pending.empty() || plan.costs.seconds(plan.runs[plan.pending.front()])) return;
  const auto engine = make_engine(plugins, 1);
  probe_costs(plan.runs, plan.pending, *engine, plan.costs);
}

void require_fixed(const grid::Grid& grid, const std::string& file) {
  if (!grid.stopping.are_open()) return;
  throw UsageError(
      file +
      ": the results decide how many replicates its cells get, which takes one process "
      "that sees them all: run it with skald run, or with skald run --shard where cells "
      "are decided on in groups (docs/clusters.md)");
}

// Returns what the user should know of tasks that will not begin.
std::vector<std::string> warnings_of(const std::vector<record::SubmissionRecord>& jobs,
                                     Scheduler& scheduler) {
  std::set<std::string> reasons;
  std::vector<std::string> ids, warnings;
  for (const record::SubmissionRecord& job : jobs) ids.push_back(job.job);
  try {
    for (const QueuedTask& task : scheduler.list(ids)) {
      if (task.state == QueueState::held) reasons.insert(task.reason);
    }
  } catch (const SchedulerError& e) {
    warnings.push_back(
        fmt::format("the tasks are submitted, but the queue is silent: {}", e.what()));
  }
  for (const std::string& reason : reasons) {
    warnings.push_back(fmt::format(
        "the scheduler will not begin these tasks as they are: {}; skald cancel takes them back, "
        "and --time, --partition, --memory or -j ask for something else",
        reason));
  }
  return warnings;
}

// Waits for another writer, such as a collector, which is soon done.
store::Store open_free_store(const std::string& database, bool allow_network_file_system) {
  store::await_writer(database);
  return open_store(database, allow_network_file_system);
}

// Returns the runs that tasks have under way. To be called before parts are taken over: a task that
// is not under way any more has published what it had.
std::set<std::string> busy_runs(const std::string& database, const SubmitOptions& options) {
  { const auto current = open_free_store(database, options.allow_network_file_system); }
  const MakeScheduler make = schedulers_of(options.scheduler);
  settle(database, make);
  const auto all = store::submissions(store::StoreReader(database).connection());
  return runs_under_way(progress_of(all, database, make));
}

// Decides which runs are neither stored nor under way. Closes the database again.
SweepPlan plan_of(const SubmitOptions& options, const std::string& database,
                  const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                  plugin_host::PluginHost& host) {
  store::Store store = open_free_store(database, options.allow_network_file_system);
  const std::int64_t study = declare(loaded, runs, store);
  SweepPlan plan = plan_sweep(options, loaded.grid, runs, &store, host);
  plan.study = study;
  plan.alone = alone(options.grid, database, options_of_run(options));
  make_ready(store, plan);
  return plan;
}

// Cuts the pending runs, at least one, into tasks.
TaskPlan cut(const SubmitOptions& options, const LoadedGrid& loaded,
             const std::vector<SweepRun>& runs, const SweepPlan& plan, Scheduler& scheduler,
             const std::string& database) {
  const std::optional<double> most = most_time(options, scheduler);
  const RunCost cost = [&plan](std::size_t run) {
    return plan.costs.seconds(plan.runs[run]).value_or(kUnknownSeconds);
  };
  TaskPlan tasks;
  tasks.shares =
      tasks_of_length(loaded.grid, runs, plan.pending, cost, task_length(options, most, scheduler));
  std::erase_if(tasks.shares, [](const RunShare& share) { return share.empty(); });
  tasks.setting = {.grid = fs::absolute(options.grid),
                   .database = fs::canonical(database),
                   .scheduler = scheduler.name(),
                   .processors = processors_of(options),
                   .options = options_of_run(options),
                   .seconds = seconds_of(tasks.shares, runs, cost, processors_of(options))};
  tasks.needs = needs_of(options, most, tasks.setting.seconds);
  return tasks;
}

}  // namespace

void take_parts(const std::string& database, bool allow_network_file_system) {
  store::await_writer(database);
  Collector collector(database, parts_folder(database), allow_network_file_system);
  for (const Refused& part : collector.round([] { return false; }).refused) {
    if (part.fault.is_damage) {
      print_error("{}: left there, not merged: {}\n", part.part.string(), part.fault.text);
    }
  }
}

void add_task_options(CLI::App& line, SubmitOptions& options) {
  const std::map<std::string, double> units{{"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};
  line.add_option("--scheduler", options.scheduler,
                  "slurm (default), or a file that says how to submit, list and cancel");
  line.add_option("--task-length", options.task_length,
                  "intended length of a task: 30min (default), 2h, 600s")
      ->transform(CLI::AsNumberWithUnit(units))
      ->check(above_zero());
  line.add_option("--time", options.time,
                  "time limit of a task (default: twice the longest estimate and 10min)")
      ->transform(CLI::AsNumberWithUnit(units))
      ->check(above_zero());
  line.add_option("--partition", options.partition, "partition (queue) of the cluster");
  line.add_option("--memory", options.memory,
                  "memory of each task, such as 4GB (default: the cluster's)")
      ->check(CLI::PositiveNumber)
      ->transform(CLI::AsSizeValue(false));
  line.add_option("--nodes-at-most", options.tasks_at_once, "at most this many tasks at a time")
      ->check(CLI::PositiveNumber);
  line.add_option("--sbatch", options.further,
                  "a further argument for the program that submits: --sbatch=--account=physics")
      ->allow_extra_args(false);
}

std::string sent_text(const Submitted& submitted) {
  const std::size_t tasks = submitted.tasks;
  std::string text = fmt::format("{} run{} submitted in {} task{}", submitted.sent,
                                 submitted.sent == 1 ? "" : "s", tasks, tasks == 1 ? "" : "s");
  if (tasks > 0) {
    text +=
        fmt::format(" of about {}{}", duration(submitted.task_seconds), tasks > 1 ? " each" : "");
  }
  return text;
}

Submitted submit_grid(const SubmitOptions& options) {
  require_sense(options.choice);
  if (options.choice.force) {
    throw UsageError("--force: tasks cannot replace results that are stored; skald run does");
  }
  plugin_host::PluginHost host = open_plugins(options.plugins);
  const LoadedGrid loaded = load_grid(options.grid, host);
  require_fixed(loaded.grid, options.grid);
  std::vector<SweepRun> runs = list_runs(loaded.grid);
  check_plugin_choices(loaded, *make_engine(options.plugins, 1));
  const auto scheduler = make_scheduler(options.scheduler);

  Submitted submitted;
  submitted.database = options.database_of(loaded.grid.name);
  const SubmitLock lock(submitted.database);
  const std::set<std::string> busy = busy_runs(submitted.database, options);
  take_parts(submitted.database, options.allow_network_file_system);
  for (SweepRun& run : runs) run.is_ours = !busy.contains(run.hash.text());
  SweepPlan plan = plan_of(options, submitted.database, loaded, runs, host);
  for (const SweepRun& run : runs) {
    if (run.is_reference) continue;
    const bool is_cached = status_of(plan.standing.finished, run).has_value();
    submitted.cached += is_cached;
    submitted.under_way += !is_cached && !run.is_ours;
  }
  if (plan.pending.empty()) return submitted;
  learn(plan, options.plugins);
  const TaskPlan tasks = cut(options, loaded, runs, plan, *scheduler, submitted.database);
  submitted.jobs = send_tasks(tasks, loaded, runs, *scheduler, tasks.setting.database);
  submitted.tasks = tasks.shares.size();
  for (const RunShare& share : tasks.shares) submitted.sent += share.size();
  for (const double seconds : tasks.setting.seconds) submitted.task_seconds += seconds;
  submitted.task_seconds /= static_cast<double>(submitted.tasks);
  submitted.warnings = warnings_of(submitted.jobs, *scheduler);
  return submitted;
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kFirstLook{2}, kLongestLook{30};  // between questions to the queue
constexpr int kMostIdleRounds = 3;

std::vector<SubmissionProgress> progress_in(const std::string& database,
                                            const SubmitOptions& options) {
  return progress_of(store::submissions(open_reader(database).connection()), database,
                     schedulers_of(options.scheduler));
}

std::string line_of(const TaskCounts& counts, const std::vector<TaskProgress>& tasks) {
  const auto left = seconds_left(tasks);
  return fmt::format("{} queued, {} running{}", text::counted(counts.queued, "task"),
                     counts.running, left ? ", about " + duration(*left) + " left" : "");
}

// Waits until no task is under way any more, taking over parts meanwhile. Returns false if it was
// interrupted.
bool watch_tasks(const std::string& database, const SubmitOptions& options,
                 const InterruptCounter& interrupts) {
  Clock::duration between = kFirstLook;
  std::string told;
  while (!interrupts.has_come()) {
    std::vector<TaskProgress> tasks;
    for (const SubmissionProgress& each : progress_in(database, options))
      tasks.insert(tasks.end(), each.tasks.begin(), each.tasks.end());
    const TaskCounts counts = count(tasks);
    take_parts(database, options.allow_network_file_system);
    if (counts.queued + counts.running == 0) return true;
    const std::string line = line_of(counts, tasks);
    if (line != told) print_error("{}\n", line);
    told = line;
    interrupts.wait(between);
    between = std::min<Clock::duration>(2 * between, kLongestLook);
  }
  return false;
}

}  // namespace

int watch_cluster(const SubmitOptions& options) {
  const InterruptCounter interrupts;
  SubmitOptions now = options;
  std::optional<std::size_t> cached;
  for (int idle_rounds = 0; true;) {
    const Submitted submitted = submit_grid(now);
    for (const std::string& warning : submitted.warnings) print_error("{}\n", warning);
    if (submitted.sent + submitted.under_way == 0) {
      print_error("results: {}\n", submitted.database);
      return tell_failures(submitted.database) ? kSomeRunsFailed : kOk;
    }
    if (cached) idle_rounds = submitted.cached > *cached ? 0 : idle_rounds + 1;
    cached = submitted.cached;
    if (idle_rounds == kMostIdleRounds) {
      print_submissions(progress_in(submitted.database, now), submitted.database);
      throw std::runtime_error(
          fmt::format("{} of tasks have ended and no run has; skald cancel {} ends those "
                      "that were submitted now",
                      text::counted(kMostIdleRounds, "round"), shell_word(submitted.database)));
    }
    if (submitted.sent > 0) {
      print_error("{}\n", sent_text(submitted));
    }
    if (!watch_tasks(submitted.database, now, interrupts)) {
      print_error(
          "the tasks go on without this command, which may be given again; skald cancel {} "
          "ends them\n",
          shell_word(submitted.database));
      return kInterrupted;
    }
    now.choice.retry.clear();  // once
  }
}

}  // namespace skald
