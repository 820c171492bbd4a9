// The folder of one submission, on a file system that the nodes share:
//
//   setting.json     what all its tasks are to do; written once
//   share-N.json     the runs of task N (cluster/share_file.hpp); written once
//   task-N.json      how far task N has come; the task replaces it
//   task-N.log       what task N has printed, in all its lives
//
// Nothing in it compares the clocks of two machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "text/wire.hpp"

namespace skald {

// What all tasks of a submission have in common.
struct TaskSetting {
  std::filesystem::path grid, database;  // absolute
  std::string scheduler;                 // its name, see scheduler_named()
  std::size_t processors = 1;            // of each task
  std::vector<std::string> options;      // further arguments of `skald run`
  std::vector<double> seconds;           // estimated time of each task, by its number

  static auto fields(auto& setting) {
    return std::tuple(
        text::Named{"grid", setting.grid}, text::Named{"database", setting.database},
        text::Named{"scheduler", setting.scheduler}, text::Named{"processors", setting.processors},
        text::Named{"options", setting.options}, text::Named{"seconds", setting.seconds});
  }
};

// How far a task has come.
struct TaskState {
  std::int64_t life = 0;  // it is in its life-th attempt; a requeued task has several
  std::string node;       // where
  bool has_ended = false;
  int exit_code = 0;      // of `skald run`, once it has ended; 128 + N if signal N ended it
  int told_by = 0;        // the signal that told it to end early; 0: none
  std::string last_line;  // that it printed, once it has ended

  static auto fields(auto& state) {
    return std::tuple(
        text::Named{"life", state.life}, text::Named{"node", state.node},
        text::Named{"has_ended", state.has_ended}, text::Named{"exit_code", state.exit_code},
        text::Named{"told_by", state.told_by}, text::Named{"last_line", state.last_line});
  }
};

// Returns <database>.tasks, which has a folder for each submission.
std::filesystem::path task_folders(const std::filesystem::path& database);

std::filesystem::path share_path(const std::filesystem::path& folder, std::size_t task);
std::filesystem::path log_file(const std::filesystem::path& folder, std::size_t task);

// Throw std::runtime_error that names the file if it cannot be written or read.
void write_setting(const std::filesystem::path& folder, const TaskSetting& setting);
TaskSetting read_setting(const std::filesystem::path& folder);

// Replaces the state at once. Returns false if the file system refuses.
bool write_state(const std::filesystem::path& folder, std::size_t task, const TaskState& state);
// Returns nothing if the task has not begun or its file cannot be read.
std::optional<TaskState> read_state(const std::filesystem::path& folder, std::size_t task);

// Writes `bytes` under another name in the same folder, which then takes the name of `file`, so
// that readers see all or nothing. Throws std::runtime_error.
void replace_file(const std::filesystem::path& file, const std::string& bytes);

}  // namespace skald
