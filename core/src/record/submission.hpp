// Tasks that were given to the scheduler of a cluster.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "text/wire.hpp"

namespace skald::record {

// One job of a scheduler, which holds one or more tasks; see submissions in schemas/results.sql.
// Names are words as text::FileWord describes them: none is a path or an option of a program.
struct SubmissionRecord {
  std::string name;       // of the job, which no other submission has
  std::string study;      // the grid's name
  std::string document;   // SHA-256 of the grid's text
  std::string scheduler;  // "slurm", or the name of a template: its file's, without the ending
  std::string job;        // its id there; "" as long as the scheduler has not answered
  std::string folder;     // of its tasks: a name, in the folder <database>.tasks
  std::int64_t first_task = 0, tasks = 0;  // the numbers of its tasks
  std::int64_t runs = 0;                   // of all its tasks, without reference runs
  double task_seconds = 0;                 // mean of the estimated times of its tasks
  std::string submitted;                   // when, UTC
  std::string submitted_by;                // "user on host"
  std::string cancelled;                   // when, UTC; "" if it was not

  bool operator==(const SubmissionRecord&) const = default;

  // Except the study, which rows refer to by id.
  static auto fields(auto& s) {
    return std::tuple(
        text::Named{"name", s.name}, text::Named{"document", s.document},
        text::Named{"scheduler", s.scheduler}, text::Named{"job", s.job},
        text::Named{"folder", s.folder}, text::Named{"first_task", s.first_task},
        text::Named{"tasks", s.tasks}, text::Named{"runs", s.runs},
        text::Named{"task_seconds", s.task_seconds}, text::Named{"submitted", s.submitted},
        text::Named{"submitted_by", s.submitted_by}, text::Named{"cancelled", s.cancelled});
  }
};

// The most tasks that the submissions of one database have together.
inline constexpr std::int64_t kMostTasks = 200'000;

// Whether the text can be the id of a job, or JOB@HOST: letters, digits, '.', '_', '-', '[' and
// ']', of which a letter or digit is the first, in the host too. No shell finds anything in it but
// a word, and no program an option.
bool is_job_id(std::string_view text);

}  // namespace skald::record
