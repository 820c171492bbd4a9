// Gives the runs of a grid to a scheduler.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "cluster/grid_shares.hpp"
#include "cluster/scheduler.hpp"
#include "cluster/task_folder.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "store/cluster/submissions.hpp"
#include "store/writer_lock.hpp"

namespace skald {

// Tasks to be sent.
struct TaskPlan {
  std::vector<RunShare> shares;  // one for each task
  TaskSetting setting;           // `seconds` has one element per share
  TaskNeeds needs;
};

// The right to submit runs of a database and to cancel them, held by one process at a time: what is
// under way must not change between the look at it and the submission.
class SubmitLock {
 public:
  // Throws std::runtime_error that names the holder.
  explicit SubmitLock(const std::filesystem::path& database)
      : lock_(database.string() + ".submit") {}

 private:
  store::WriterLock lock_;
};

// Writes the folder of the tasks and submits them, in as many jobs as the scheduler needs; with
// needs.tasks_at_once, each job waits for the one before. Returns the submissions, which are in the
// database: each was there before its job was submitted, so that a crash at any moment leaves no
// job that the database does not know by name. Nobody may have the database open for writing.
// Throws SchedulerError; the jobs that were submitted before stay, and the message says how many
// tasks they have.
std::vector<record::SubmissionRecord> send_tasks(const TaskPlan& plan, const LoadedGrid& loaded,
                                                 const std::vector<SweepRun>& runs,
                                                 Scheduler& scheduler,
                                                 const std::filesystem::path& database);

// Settles submissions whose job is not known, since whoever submitted them was ended before the
// scheduler's answer was stored: looks for the job by its name, and forgets the submission if there
// is none. Throws SchedulerError.
void settle(const std::filesystem::path& database, const MakeScheduler& make);

// Marks as cancelled those of them whose scheduler cannot look for jobs (SchedulerCannotFind), of
// which nobody but the user can know whether they are under way. Throws other SchedulerErrors.
void forget_lost(const std::filesystem::path& database, const MakeScheduler& make);

}  // namespace skald
