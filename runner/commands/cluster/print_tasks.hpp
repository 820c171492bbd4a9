// What `skald status` tells of tasks on a cluster.
#pragma once

#include <string>
#include <vector>

#include "cluster/under_way.hpp"
#include "record/study_runs.hpp"

namespace skald {

// Returns one row per task: submission, task, job, stage, node, life, estimated seconds, seconds
// left, why.
record::ResultTable task_table(const std::vector<SubmissionProgress>& submissions);

// Prints a line for each submission that has tasks under way or has lost some: "four_axes, job 17:
// 5 tasks queued, 3 running on n1, n2, 2 ended, 1 lost; about 5m 10s left", and what to do.
void print_submissions(const std::vector<SubmissionProgress>& submissions,
                       const std::string& database);

// Returns "2 timed out on n1; 1 refused on n2 (plugin "x" is not there)": the tasks that have left
// runs, by what became of them.
std::string losses_of(const std::vector<TaskProgress>& tasks);

// What the tasks of a database on clusters can still bring.
class TaskOutlook {
 public:
  TaskOutlook(std::string database, MakeScheduler make)
      : database_(std::move(database)), make_(std::move(make)) {}

  // Asks the schedulers. To be called before parts are taken over: a task that is not under way any
  // more has published what it had. A scheduler that does not answer is told of once.
  void ask();
  // Returns why no task will bring the runs that tasks have left, and what to do: "2 cancelled;
  // skald submit ...". Empty as long as a task is under way, if tasks have left no runs, or if the
  // scheduler has not answered; also at the first call that finds so, since a network file system
  // may show the last parts some seconds late. To be called after ask(), once parts are taken over.
  std::string dead_end();

 private:
  std::string losses() const;

  std::string database_;
  MakeScheduler make_;
  std::vector<SubmissionProgress> submissions_;
  std::string told_;
  bool was_over_ = false;
};

}  // namespace skald
