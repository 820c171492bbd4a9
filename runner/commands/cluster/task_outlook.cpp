#include "commands/cluster/task_outlook.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <set>
#include <stdexcept>
#include <utility>

#include "cluster/task_folder.hpp"
#include "commands/cluster/print_tasks.hpp"
#include "database/open_reader.hpp"
#include "store/cluster/submissions.hpp"
#include "system/shell_word.hpp"
#include "system/standard_streams.hpp"

namespace skald {
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
