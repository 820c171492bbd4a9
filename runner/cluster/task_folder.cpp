#include "cluster/task_folder.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <exception>
#include <stdexcept>
#include <system_error>

#include "files/regular_file.hpp"
#include "json/json_access.hpp"
#include "system/files.hpp"
#include "system/provenance.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

using json::JsonValue;

constexpr std::size_t kLargestTaskFile = std::size_t{64} << 20;

fs::path numbered(const fs::path& folder, const char* start, std::size_t task, const char* end) {
  return folder / fmt::format("{}-{}.{}", start, task, end);
}

fs::path setting_file(const fs::path& folder) { return folder / "setting.json"; }

fs::path state_file(const fs::path& folder, std::size_t task) {
  return numbered(folder, "task", task, "json");
}

template <class T>
JsonValue json_list(const std::vector<T>& values) {
  return json::json_array(std::vector<JsonValue>(values.begin(), values.end()));
}

TaskState state_of(const JsonValue& root) {
  using Kind = JsonValue::Kind;
  TaskState state;
  state.life = json::integer_at<std::int64_t>(root, "life");
  state.node = json::text_at(root, "node");
  state.has_ended = json::member_at(root, "has_ended", Kind::boolean).boolean;
  state.exit_code = json::integer_at<int>(root, "exit_code");
  state.told_by = json::integer_at<int>(root, "told_by");
  state.last_line = json::text_at(root, "last_line");
  return state;
}

TaskSetting setting_of(const JsonValue& root) {
  using Kind = JsonValue::Kind;
  TaskSetting setting;
  setting.grid = json::member_at(root, "grid", Kind::string).text;
  setting.database = json::member_at(root, "database", Kind::string).text;
  setting.scheduler = json::member_at(root, "scheduler", Kind::string).text;
  setting.processors = json::integer_at<std::size_t>(root, "processors");
  for (const JsonValue& option : json::member_at(root, "options", Kind::array).items) {
    setting.options.push_back(option.text);
  }
  for (const JsonValue& value : json::member_at(root, "seconds", Kind::array).items) {
    setting.seconds.push_back(std::stod(value.text));
  }
  return setting;
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
  const JsonValue root = json::json_object({{"grid", setting.grid.string()},
                                            {"database", setting.database.string()},
                                            {"scheduler", setting.scheduler},
                                            {"processors", setting.processors},
                                            {"options", json_list(setting.options)},
                                            {"seconds", json_list(setting.seconds)}});
  replace_file(setting_file(folder), json::write_json(root) + "\n");
}

TaskSetting read_setting(const fs::path& folder) {
  const fs::path file = setting_file(folder);
  try {
    return setting_of(json::read_json(files::read_regular_file(file, kLargestTaskFile)));
  } catch (const json::JsonError& e) {
    throw std::runtime_error(file.string() + ": " + e.what());
  }
}

bool write_state(const fs::path& folder, std::size_t task, const TaskState& state) {
  const JsonValue root = json::json_object({{"life", state.life},
                                            {"node", state.node},
                                            {"has_ended", state.has_ended},
                                            {"exit_code", state.exit_code},
                                            {"told_by", state.told_by},
                                            {"last_line", state.last_line}});
  try {
    replace_file(state_file(folder, task), json::write_json(root) + "\n");
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

std::optional<TaskState> read_state(const fs::path& folder, std::size_t task) {
  try {
    return state_of(
        json::read_json(files::read_regular_file(state_file(folder, task), kLargestTaskFile)));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace skald
