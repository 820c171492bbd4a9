// skald cancel DATABASE: ends the tasks that a database has under way on a cluster.
#include <chrono>
#include <set>

#include "cluster/send_tasks.hpp"
#include "cluster/under_way.hpp"
#include "commands/cluster/scheduler_option.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "record/records.hpp"
#include "store/store_reader.hpp"
#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct CancelCommand {
  std::string database;
  bool allow_network_file_system = false;
  std::string scheduler;
};

std::vector<record::SubmissionRecord> submissions_of(const std::string& database) {
  return store::submissions(store::StoreReader(database).connection());
}

// Marks the submissions of these jobs, so that tasks that nobody hears of any more are known to
// have been cancelled.
void mark(const std::set<std::string>& jobs, const std::string& database) {
  for (record::SubmissionRecord& each : submissions_of(database)) {
    if (!jobs.contains(each.job)) continue;
    each.cancelled = record::to_text(record::now());
    store::record_submission(database, each);
  }
}

int cancel(const CancelCommand& command) {
  const SubmitLock lock(command.database);
  { const store::Store current = open_store(command.database, command.allow_network_file_system); }
  const MakeScheduler make = schedulers_of(command.scheduler);
  forget_lost(command.database, make);
  settle(command.database, make);
  const auto progress = progress_of(submissions_of(command.database), command.database, make);
  std::size_t jobs = 0;
  for (const auto& [scheduler, ids] : jobs_under_way(progress)) {
    mark({ids.begin(), ids.end()}, command.database);
    make(scheduler)->cancel(ids);
    jobs += ids.size();
  }
  print_error("{} job{} cancelled\n", jobs, jobs == 1 ? "" : "s");
  if (jobs > 0) {
    print_error("tasks that run save what they have; skald collect {} takes it over\n",
                shell_word(command.database));
  }
  return kOk;
}

}  // namespace

void add_cancel(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "cancel", "cancel the tasks of a database on a cluster", cancel);
  line.add_option("database", command.database, "results database")
      ->required()
      ->check(CLI::ExistingFile);
  add_scheduler(line, command.scheduler);
  add_network_option(line, command.allow_network_file_system);
}

}  // namespace skald
