#include "cluster/under_way.hpp"

#include <algorithm>
#include <utility>

#include "cluster/share_file.hpp"
#include "cluster/task_folder.hpp"
#include "text/file_word.hpp"

namespace skald {
namespace {

using Queue = std::map<std::pair<std::string, std::size_t>, QueuedTask>;  // by job and index

// Asks for the jobs of one scheduler.
Queue queue_of(Scheduler& scheduler, const std::vector<std::string>& jobs) {
  Queue queue;
  for (QueuedTask& task : scheduler.list(jobs)) {
    auto place = std::pair(task.job, task.index);
    queue.insert_or_assign(std::move(place), std::move(task));
  }
  return queue;
}

SubmissionProgress progress_of(const record::SubmissionRecord& submission,
                               const std::filesystem::path& folder, const Queue& queue) {
  SubmissionProgress progress{submission, folder, {}};
  std::vector<double> seconds;
  try {
    seconds = read_setting(folder).seconds;
  } catch (const std::exception&) {
    // Somebody has removed the folder: the tasks cannot do anything any more.
  }
  for (std::int64_t i = 0; i < submission.tasks; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const std::size_t task = static_cast<std::size_t>(submission.first_task) + index;
    const auto found = queue.find({submission.job, index});
    TaskProgress each =
        progress_of(task, found == queue.end() ? std::nullopt : std::optional(found->second),
                    read_state(folder, task), !submission.cancelled.empty(),
                    task < seconds.size() ? seconds[task] : submission.task_seconds);
    each.job = submission.job;
    progress.tasks.push_back(std::move(each));
  }
  return progress;
}

}  // namespace

std::vector<SubmissionProgress> progress_of(const std::vector<record::SubmissionRecord>& all,
                                            const std::filesystem::path& database,
                                            const MakeScheduler& make) {
  std::map<std::string, std::vector<std::string>> jobs;
  for (const record::SubmissionRecord& each : all) {
    if (!each.job.empty()) jobs[each.scheduler].push_back(each.job);
  }
  std::map<std::string, Queue> queues;
  for (const auto& [name, ids] : jobs) queues[name] = queue_of(*make(name), ids);
  std::vector<SubmissionProgress> found;
  for (const record::SubmissionRecord& each : all) {
    if (each.job.empty()) continue;
    const std::filesystem::path folder =
        task_folders(database) / text::FileWord(each.folder).text();
    found.push_back(progress_of(each, folder, queues.at(each.scheduler)));
  }
  return found;
}

void mark_settled(std::vector<SubmissionProgress>& submissions, store::StoreReader& reader) {
  for (SubmissionProgress& each : submissions) {
    for (TaskProgress& task : each.tasks) {
      if (!leaves_runs(task.stage)) continue;
      try {
        const ShareFile share = read_share(share_path(each.folder, task.task));
        task.is_settled = reader.finished(share.runs).size() == share.runs.size();
      } catch (const std::runtime_error&) {
        // Somebody has removed the folder, and nobody knows what its runs were.
      }
    }
  }
}

std::set<std::string> runs_under_way(const std::vector<SubmissionProgress>& submissions) {
  std::set<std::string> runs;
  for (const SubmissionProgress& each : submissions) {
    for (const TaskProgress& task : each.tasks) {
      if (!is_under_way(task.stage)) continue;
      const ShareFile share = read_share(share_path(each.folder, task.task));
      runs.insert(share.runs.begin(), share.runs.end());
    }
  }
  return runs;
}

std::map<std::string, std::vector<std::string>> jobs_under_way(
    const std::vector<SubmissionProgress>& submissions) {
  std::map<std::string, std::vector<std::string>> jobs;
  for (const SubmissionProgress& each : submissions) {
    const bool is_any = std::any_of(each.tasks.begin(), each.tasks.end(),
                                    [](const auto& task) { return is_under_way(task.stage); });
    if (is_any) jobs[each.submission.scheduler].push_back(each.submission.job);
  }
  return jobs;
}

}  // namespace skald
