#include "commands/cluster/watch_cluster.hpp"

#include <fmt/core.h>

#include <chrono>
#include <optional>
#include <stdexcept>

#include "cluster/schedulers.hpp"
#include "cluster/under_way.hpp"
#include "commands/cluster/print_tasks.hpp"
#include "commands/cluster/scheduler_option.hpp"
#include "commands/parts/tell_failures.hpp"
#include "database/open_reader.hpp"
#include "store/cluster/submissions.hpp"
#include "sweep/screen.hpp"
#include "system/exit_code.hpp"
#include "system/interrupt.hpp"
#include "system/shell_word.hpp"
#include "system/standard_streams.hpp"
#include "text/counted.hpp"

namespace skald {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kFirstLook{2}, kLongestLook{30};  // between questions to the queue
constexpr int kMostIdleRounds = 3;

std::vector<SubmissionProgress> progress_in(const std::string& database,
                                            const SubmitOptions& options) {
  return progress_of(store::submissions(open_reader(database).connection()), database,
                     schedulers_of(options.scheduler));
}

std::string line_of(const TaskCounts& counts, const std::vector<TaskProgress>& tasks) {
  const auto left = seconds_left(tasks);
  return fmt::format("{} queued, {} running{}", text::counted(counts.queued, "task"),
                     counts.running, left ? ", about " + duration(*left) + " left" : "");
}

// Waits until no task is under way any more, taking over parts meanwhile. Returns false if it was
// interrupted.
bool watch_tasks(const std::string& database, const SubmitOptions& options,
                 const InterruptCounter& interrupts) {
  Clock::duration between = kFirstLook;
  std::string told;
  while (!interrupts.has_come()) {
    std::vector<TaskProgress> tasks;
    for (const SubmissionProgress& each : progress_in(database, options))
      tasks.insert(tasks.end(), each.tasks.begin(), each.tasks.end());
    const TaskCounts counts = count(tasks);
    take_parts(database, options.allow_network_file_system);
    if (counts.queued + counts.running == 0) return true;
    const std::string line = line_of(counts, tasks);
    if (line != told) print_error("{}\n", line);
    told = line;
    interrupts.wait(between);
    between = std::min<Clock::duration>(2 * between, kLongestLook);
  }
  return false;
}

}  // namespace

int watch_cluster(const SubmitOptions& options) {
  const InterruptCounter interrupts;
  SubmitOptions now = options;
  std::optional<std::size_t> cached;
  for (int idle_rounds = 0; true;) {
    const Submitted submitted = submit_grid(now);
    for (const std::string& warning : submitted.warnings) print_error("{}\n", warning);
    if (submitted.sent + submitted.under_way == 0) {
      print_error("results: {}\n", submitted.database);
      return tell_failures(submitted.database) ? kSomeRunsFailed : kOk;
    }
    if (cached) idle_rounds = submitted.cached > *cached ? 0 : idle_rounds + 1;
    cached = submitted.cached;
    if (idle_rounds == kMostIdleRounds) {
      print_submissions(progress_in(submitted.database, now), submitted.database);
      throw std::runtime_error(
          fmt::format("{} of tasks have ended and no run has; skald cancel {} ends those "
                      "that were submitted now",
                      text::counted(kMostIdleRounds, "round"), shell_word(submitted.database)));
    }
    if (submitted.sent > 0) {
      print_error("{}\n", sent_text(submitted));
    }
    if (!watch_tasks(submitted.database, now, interrupts)) {
      print_error(
          "the tasks go on without this command, which may be given again; skald cancel {} "
          "ends them\n",
          shell_word(submitted.database));
      return kInterrupted;
    }
    now.choice.retry.clear();  // once
  }
}

}  // namespace skald
