#include "cluster/send_tasks.hpp"

#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <utility>

#include "cluster/share_file.hpp"
#include "record/records.hpp"
#include "store/store_reader.hpp"
#include "system/files.hpp"
#include "system/provenance.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

std::string user_and_host() {
  const passwd* user = ::getpwuid(::getuid());
  return fmt::format("{} on {}", user != nullptr ? user->pw_name : std::to_string(::getuid()),
                     environment().host);
}

// Returns a name that no other submission has: 40 random bits.
std::string new_name() {
  std::random_device random;
  return fmt::format("{}{:08x}{:02x}", kJobPrefix, random(), random() & 0xffU);
}

fs::path make_task_folder(const fs::path& database, const std::string& name) {
  make_folder(task_folders(database));
  const fs::path folder = task_folders(database) / name;
  make_folder(folder);
  return folder;
}

void write_shares(const TaskPlan& plan, const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                  const fs::path& folder) {
  write_setting(folder, plan.setting);
  for (std::size_t i = 0; i < plan.shares.size(); ++i) {
    const ShareName name{i + 1, plan.shares.size()};
    replace_file(share_path(folder, i),
                 write_share(share_file(loaded, runs, name, plan.shares[i])));
  }
  sync_folder(folder);
}

std::int64_t runs_in(const TaskPlan& plan, std::size_t first, std::size_t count) {
  std::int64_t runs = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    runs += static_cast<std::int64_t>(plan.shares[i].size());
  }
  return runs;
}

// Those whose job is not known.
std::vector<record::SubmissionRecord> unsettled(const fs::path& database) {
  auto found = store::submissions(store::StoreReader(database).connection());
  std::erase_if(found, [](const record::SubmissionRecord& submission) {
    return !submission.job.empty() || !submission.cancelled.empty();
  });
  return found;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(values.size(), 1));
}

}  // namespace

std::vector<record::SubmissionRecord> send_tasks(const TaskPlan& plan, const LoadedGrid& loaded,
                                                 const std::vector<SweepRun>& runs,
                                                 Scheduler& scheduler, const fs::path& database) {
  const std::size_t limit = scheduler.array_limit();
  const std::string name = new_name();
  const fs::path folder = make_task_folder(database, name);
  write_shares(plan, loaded, runs, folder);
  std::vector<record::SubmissionRecord> sent;
  for (std::size_t first = 0; first < plan.shares.size(); first += limit) {
    const std::size_t count = std::min(limit, plan.shares.size() - first);
    TaskArray array{.name = fmt::format("{}-{}", name, sent.size()),
                    .command = {executable().string(), "task", folder.string()},
                    .folder = folder,
                    .first = first,
                    .count = count,
                    .needs = plan.needs,
                    .after = {}};
    if (plan.needs.tasks_at_once && !sent.empty()) array.after = sent.back().job;
    record::SubmissionRecord submission{.name = array.name,
                                        .study = loaded.grid.name,
                                        .document = text::sha256(loaded.text),
                                        .scheduler = scheduler.name(),
                                        .job = {},
                                        .folder = name,
                                        .first_task = static_cast<std::int64_t>(first),
                                        .tasks = static_cast<std::int64_t>(count),
                                        .runs = runs_in(plan, first, count),
                                        .task_seconds = mean(plan.setting.seconds),
                                        .submitted = record::to_text(record::now()),
                                        .submitted_by = user_and_host(),
                                        .cancelled = {}};
    store::record_submission(database, submission);
    try {
      submission.job = scheduler.submit(array);
    } catch (const SchedulerSilent&) {
      throw;  // settle() finds out
    } catch (const SchedulerError& e) {
      store::remove_submission(database, submission.name);
      if (sent.empty()) {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        throw;
      }
      throw SchedulerError(fmt::format(
          "{}; {} of {} submitted before, and the same command submits the rest", e.what(), first,
          text::counted(plan.shares.size(), "task was", "tasks were")));
    }
    store::record_submission(database, submission);
    sent.push_back(std::move(submission));
  }
  return sent;
}

void settle(const fs::path& database, const MakeScheduler& make) {
  for (record::SubmissionRecord& submission : unsettled(database)) {
    const auto job = make(submission.scheduler)->find(submission.name);
    if (!job) {
      store::remove_submission(database, submission.name);
      continue;
    }
    submission.job = *job;
    store::record_submission(database, submission);
  }
}

void forget_lost(const fs::path& database, const MakeScheduler& make) {
  for (record::SubmissionRecord& submission : unsettled(database)) {
    try {
      make(submission.scheduler)->find(submission.name);
    } catch (const SchedulerCannotFind&) {
      submission.cancelled = record::to_text(record::now());
      store::record_submission(database, submission);
    }
  }
}

}  // namespace skald
