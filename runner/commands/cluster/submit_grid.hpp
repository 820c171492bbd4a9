// Submits the runs of a grid that are neither in the database nor under way.
#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cluster/scheduler.hpp"
#include "record/submission.hpp"
#include "sweep/pending_runs.hpp"

namespace skald {

// Of the options of a sweep, `jobs` are the processors of each task, of which it has at least one.
struct SubmitOptions : SweepOptions {
  std::string scheduler = kDefaultScheduler;
  std::optional<std::int64_t> memory = {};  // bytes of each task
  double task_length = 1800;                // seconds
  std::optional<double> time = {};          // seconds, the limit of each task
  std::string partition;
  std::optional<std::size_t> tasks_at_once = {};
  std::vector<std::string> further;  // arguments for the scheduler's program
};

// Adds the options that say how tasks are cut and what they need; not grid, database and choice.
void add_task_options(CLI::App& line, SubmitOptions& options);

struct Submitted {
  std::string database;
  std::vector<record::SubmissionRecord> jobs;       // of this call
  std::size_t tasks = 0;                            // in these jobs
  double task_seconds = 0;                          // mean of the estimates
  std::size_t sent = 0, under_way = 0, cached = 0;  // runs, without reference runs
  std::vector<std::string> warnings;                // why tasks will not begin, for one
};

// Returns "200 runs submitted in 5 tasks of about 11s each".
std::string sent_text(const Submitted& submitted);

// Takes over the parts that tasks have published. Tells of damaged ones, which stay where they are.
void take_parts(const std::string& database, bool allow_network_file_system);

// Asks the scheduler what is under way, takes over the parts that tasks have published, and submits
// what is missing. Throws UsageError, SchedulerError, and whatever a sweep throws.
Submitted submit_grid(const SubmitOptions& options);

// A sweep on a cluster: submits, watches and collects in one.

// Submits the runs of the grid, takes over what tasks publish, and submits again what they have
// left, until every run has ended. Returns the exit code of `skald run`. The first interrupt ends
// the watch; the tasks go on, and the same command watches them again. Gives up, with
// std::runtime_error, if tasks end several times in a row and no run has ended.
int watch_cluster(const SubmitOptions& options);

}  // namespace skald
