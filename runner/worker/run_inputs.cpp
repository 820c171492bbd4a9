#include "worker/run_inputs.hpp"

#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "options/option_value.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy =
    "; leave it alone during a sweep: what is not done yet is declared anew by skald run";

// What the file system reports of a file or folder.
struct State {
  std::string text;
  std::int64_t changed = 0;  // time of the last change of a file in it, in nanoseconds
};

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

State state_of(const fs::path& place) {
  State state{fs::weakly_canonical(place).string(), 0};
  for (const fs::path& file : files_at(place)) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0)
      throw std::runtime_error(file.string() + ": " + std::strerror(errno));
    const std::int64_t changed = nanoseconds(status.st_ctim);
    state.text += '\0' + file.string();
    for (const std::int64_t number :
         {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino),
          static_cast<std::int64_t>(status.st_size), nanoseconds(status.st_mtim), changed})
      state.text += ' ' + std::to_string(number);
    state.changed = std::max(state.changed, changed);
  }
  return state;
}

// Waits until the clock of the times of change has advanced beyond the last change: a write within
// the same tick would leave no trace. The clock ticks every 1 to 10 ms. A time of change in the
// future is not waited for.
void wait_for_next_tick(const State& state) {
  for (int patience = 50; patience > 0; --patience) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (nanoseconds(now) > state.changed) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::string title(const CellFile& file) {
  return file.option + ": the file \"" + file.path.written + "\"";
}

std::string digests(const std::string& declared, const std::string& found) {
  return "has the SHA-256 " + found.substr(0, 16) + "..., declared with " + declared.substr(0, 16) +
         "...";
}

// Returns which of the cell's plugins is not as declared; nothing if all are.
std::optional<std::string> changed_plugin(const RunJob& job, const grid::Cell& cell,
                                          plugin_host::PluginHost& host) {
  const std::vector<grid::PluginChoice> choices = cell.all_plugins();
  for (std::size_t i = 0; i < job.plugins.size(); ++i) {
    const grid::PluginChoice& choice = choices.at(i);
    const std::string what = "the library of " + std::string(options::name_of(choice.kind)) + " '" +
                             choice.plugin + "' was changed: ";
    try {
      const plugin_host::Plugin& plugin = host.find(choice.kind, choice.plugin, choice.library);
      if (plugin.sha256 == job.plugins[i]) continue;
      return what + plugin.file.string() + " " + digests(job.plugins[i], plugin.sha256) + kRemedy;
    } catch (const std::exception& refusal) {
      return what + refusal.what();
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> RunInputs::changed_before(const RunJob& job, const grid::Cell& cell,
                                                     plugin_host::PluginHost& host) {
  files_.clear();
  if (auto changed = changed_plugin(job, cell, host)) return changed;
  if (job.data.empty()) return std::nullopt;
  files_ = files_of(cell);
  try {
    for (std::size_t i = 0; i < files_.size(); ++i) look_at(files_[i], job.data.at(i));
  } catch (const std::exception& changed) {
    return changed.what();
  }
  return std::nullopt;
}

void RunInputs::look_at(const CellFile& file, const std::string& declared) {
  const fs::path place = place_of(file);
  Seen& seen = seen_[place];
  State state = state_of(place);
  if (seen.state != state.text) {
    wait_for_next_tick(state);
    state = state_of(place);
    seen = {state.text, digest_of(place)};
    if (state_of(place).text != state.text)
      throw std::runtime_error(title(file) + " is being written" + kRemedy);
  }
  if (seen.digest != declared) {
    throw std::runtime_error(title(file) +
                             " was changed: it has another SHA-256 than it was "
                             "declared with" +
                             kRemedy);
  }
}

std::optional<std::string> RunInputs::changed_since() const {
  for (const CellFile& file : files_) {
    try {
      const fs::path place = place_of(file);
      const auto seen = seen_.find(place);
      if (seen != seen_.end() && state_of(place).text == seen->second.state) continue;
      return title(file) + " was touched while the run read it" + kRemedy;
    } catch (const std::exception& gone) {
      return title(file) + " was changed: " + gone.what() + kRemedy;
    }
  }
  return std::nullopt;
}

}  // namespace skald
