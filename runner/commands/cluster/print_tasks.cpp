#include "commands/cluster/print_tasks.hpp"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "cluster/task_folder.hpp"
#include "database/open_database.hpp"
#include "store/cluster/submissions.hpp"
#include "sweep/screen.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

std::string counted(std::size_t number, const char* what) {
  return number == 0 ? "" : fmt::format("{} {}, ", number, what);
}

// Returns "n1, n2" of the tasks that run.
std::string nodes_of(const std::vector<TaskProgress>& tasks) {
  std::set<std::string> nodes;
  for (const TaskProgress& task : tasks) {
    if (task.stage == TaskStage::running && !task.node.empty()) nodes.insert(task.node);
  }
  std::string names;
  for (const std::string& node : nodes) names += (names.empty() ? " on " : ", ") + node;
  return names;
}

double in_tenths(double seconds) { return std::round(10 * seconds) / 10; }

void print_submission(const SubmissionProgress& progress, const std::string& database) {
  const TaskCounts counts = count(progress.tasks);
  if (counts.queued + counts.running + counts.lost == 0) return;
  const record::SubmissionRecord& submission = progress.submission;
  std::string text = counted(counts.queued, "queued");
  if (counts.running > 0) {
    text += fmt::format("{} running{}, ", counts.running, nodes_of(progress.tasks));
  }
  text += counted(counts.ended, "ended") + counted(counts.lost, "with runs left to do");
  text.resize(text.size() - 2);
  if (const auto left = seconds_left(progress.tasks)) {
    text += "; about " + duration(*left) + " left";
    if (counts.running == 0) text += " once they run";
  }
  print_error("{}, job {}: {}\n", submission.study, submission.job, text);
  const std::string losses = losses_of(progress.tasks);
  if (!losses.empty()) print_error("  {}\n", losses);
  if (counts.lost > 0 && counts.queued + counts.running == 0) {
    print_error("  skald collect {}, then skald submit GRID --db {} sends what is missing\n",
                shell_word(database), shell_word(database));
  }
}

}  // namespace

std::string losses_of(const std::vector<TaskProgress>& tasks) {
  std::map<std::string, std::size_t> losses;
  for (const TaskProgress& task : tasks) {
    const bool is_lost = leaves_runs(task.stage) && !task.is_settled;
    if (!is_lost && task.stage != TaskStage::held) continue;
    std::string text = name_of(task.stage);
    if (!task.node.empty()) text += " on " + task.node;
    if (!task.why.empty()) text += " (" + task.why + ")";
    ++losses[text];
  }
  std::string text;
  for (const auto& [what, number] : losses) {
    text += (text.empty() ? "" : "; ") + fmt::format("{} {}", number, what);
  }
  return text;
}

record::ResultTable task_table(const std::vector<SubmissionProgress>& submissions) {
  record::ResultTable table;
  table.columns = {"study", "job", "task", "stage", "node", "life", "seconds", "left", "why"};
  const auto text = [](const std::string& value) {
    return value.empty() ? record::SqlValue() : record::SqlValue(value);
  };
  for (const SubmissionProgress& each : submissions) {
    for (const TaskProgress& task : each.tasks) {
      table.rows.push_back(
          {each.submission.study, each.submission.job, static_cast<std::int64_t>(task.task),
           std::string(name_of(task.stage)), text(task.node), task.life, in_tenths(task.seconds),
           task.seconds_left ? record::SqlValue(in_tenths(*task.seconds_left)) : record::SqlValue(),
           text(task.why)});
    }
  }
  return table;
}

void print_submissions(const std::vector<SubmissionProgress>& submissions,
                       const std::string& database) {
  for (const SubmissionProgress& each : submissions) print_submission(each, database);
}

namespace {

bool has_tasks_under_way(const SubmissionProgress& submission) {
  const TaskCounts counts = count(submission.tasks);
  return counts.queued + counts.running > 0;
}

// Returns the grid that was submitted; GRID if the folder of the tasks is gone.
std::string grid_of(const SubmissionProgress& submission) {
  try {
    return shell_word(read_setting(submission.folder).grid.string());
  } catch (const std::exception&) {
    return "GRID";
  }
}

}  // namespace

void TaskOutlook::ask() {
  submissions_.clear();
  if (!std::filesystem::exists(database_)) return;
  try {
    const auto all = store::submissions(open_reader(database_).connection());
    submissions_ = progress_of(all, database_, make_);
  } catch (const std::runtime_error& e) {
    const std::string text = fmt::format(
        "{}; while that is so, only Ctrl-C ends this watch if tasks were cancelled\n", e.what());
    if (std::exchange(told_, text) != text) print_error("{}", text);
  }
}

std::string TaskOutlook::losses() const {
  std::vector<TaskProgress> tasks;
  std::set<std::string> grids;
  for (const SubmissionProgress& each : submissions_) {
    if (has_tasks_under_way(each)) return "";
    if (count(each.tasks).lost == 0) continue;
    tasks.insert(tasks.end(), each.tasks.begin(), each.tasks.end());
    grids.insert(grid_of(each));
  }
  std::string text = losses_of(tasks);
  for (const std::string& grid : grids) {
    text +=
        fmt::format("; skald submit {} --db {} sends what is missing", grid, shell_word(database_));
  }
  return text;
}

std::string TaskOutlook::dead_end() {
  if (!submissions_.empty()) {
    store::StoreReader reader = open_reader(database_);
    mark_settled(submissions_, reader);
  }
  std::string text = losses();
  const bool is_over = !text.empty();
  return std::exchange(was_over_, is_over) && is_over ? text : "";
}

}  // namespace skald
