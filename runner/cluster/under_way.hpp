// What a database has given to schedulers, and what has become of it.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cluster/scheduler.hpp"
#include "cluster/task_progress.hpp"
#include "record/submission.hpp"
#include "store/store_reader.hpp"

namespace skald {

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
