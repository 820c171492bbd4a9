// Tasks that were given to the scheduler of a cluster.
#pragma once

#include <cstdint>
#include <string>

namespace skald::record {

// One job of a scheduler, which holds one or more tasks; see submissions in schemas/results.sql.
struct SubmissionRecord {
  std::string name;       // of the job, which no other submission has
  std::string study;      // the grid's name
  std::string document;   // SHA-256 of the grid's text
  std::string scheduler;  // "slurm", or the absolute path of a template
  std::string job;        // its id there; "" as long as the scheduler has not answered
  std::string folder;     // of its tasks, absolute
  std::int64_t first_task = 0, tasks = 0;  // the numbers of its tasks
  std::int64_t runs = 0;                   // of all its tasks, without reference runs
  double task_seconds = 0;                 // mean of the estimated times of its tasks
  std::string submitted;                   // when, UTC
  std::string submitted_by;                // "user on host"
  std::string cancelled;                   // when, UTC; "" if it was not

  bool operator==(const SubmissionRecord&) const = default;
};

}  // namespace skald::record
