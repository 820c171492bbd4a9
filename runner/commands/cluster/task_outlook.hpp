// What the tasks of a database on clusters can still bring.
#pragma once

#include <string>
#include <vector>

#include "cluster/under_way.hpp"

namespace skald {

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
