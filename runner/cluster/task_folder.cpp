#include "cluster/task_folder.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <exception>
#include <stdexcept>
#include <system_error>

#include "files/regular_file.hpp"
#include "json/json_record.hpp"
#include "system/files.hpp"
#include "system/provenance.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kLargestTaskFile = std::size_t{64} << 20;

fs::path numbered(const fs::path& folder, const char* start, std::size_t task, const char* end) {
  return folder / fmt::format("{}-{}.{}", start, task, end);
}

fs::path setting_file(const fs::path& folder) { return folder / "setting.json"; }

fs::path state_file(const fs::path& folder, std::size_t task) {
  return numbered(folder, "task", task, "json");
}

template <class Record>
Record record_in(const fs::path& file) {
  Record record;
  json::read_record(json::read_json(files::read_regular_file(file, kLargestTaskFile)), record);
  return record;
}

std::string file_text(const auto& record) {
  return json::write_json(json::record_json(record)) + "\n";
}

}  // namespace

fs::path task_folders(const fs::path& database) { return folder_beside(database, ".tasks"); }

fs::path share_path(const fs::path& folder, std::size_t task) {
  return numbered(folder, "share", task, "json");
}

fs::path log_file(const fs::path& folder, std::size_t task) {
  return numbered(folder, "task", task, "log");
}

void replace_file(const fs::path& file, const std::string& bytes) {
  // Two lives of a task may write at a time, on two machines.
  const fs::path fresh = file.string() + fmt::format(".new-{}-{}", environment().host, ::getpid());
  try {
    write_synced(fresh, bytes);
    fs::rename(fresh, file);
  } catch (const std::exception&) {
    std::error_code ignored;
    fs::remove(fresh, ignored);
    throw std::runtime_error(file.string() + ": cannot be written");
  }
}

void write_setting(const fs::path& folder, const TaskSetting& setting) {
  replace_file(setting_file(folder), file_text(setting));
}

TaskSetting read_setting(const fs::path& folder) {
  const fs::path file = setting_file(folder);
  try {
    return record_in<TaskSetting>(file);
  } catch (const json::JsonError& e) {
    throw std::runtime_error(file.string() + ": " + e.what());
  }
}

bool write_state(const fs::path& folder, std::size_t task, const TaskState& state) {
  try {
    replace_file(state_file(folder, task), file_text(state));
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

std::optional<TaskState> read_state(const fs::path& folder, std::size_t task) {
  try {
    return record_in<TaskState>(state_file(folder, task));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace skald
