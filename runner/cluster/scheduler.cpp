#include "cluster/scheduler.hpp"

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cluster/slurm_scheduler.hpp"
#include "cluster/template_scheduler.hpp"
#include "system/exit_code.hpp"
#include "text/file_word.hpp"

namespace skald {

namespace fs = std::filesystem;

namespace {

// Returns null if it is none that needs no template.
std::unique_ptr<Scheduler> known_scheduler(std::string_view name) {
  return name == kDefaultScheduler ? std::make_unique<SlurmScheduler>() : nullptr;
}

// Returns skald/schedulers in XDG_CONFIG_HOME, or else in ~/.config.
fs::path template_folder() {
  const char* configuration = std::getenv("XDG_CONFIG_HOME");
  if (configuration != nullptr && *configuration == '/') {
    return fs::path(configuration) / "skald/schedulers";
  }
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "/") / ".config/skald/schedulers";
}

}  // namespace

std::unique_ptr<Scheduler> make_scheduler(const std::string& given) {
  if (auto known = known_scheduler(given)) return known;
  if (fs::exists(given)) {
    return std::make_unique<TemplateScheduler>(given, read_scheduler_template(given));
  }
  throw UsageError("--scheduler " + given + ": is neither " + kDefaultScheduler +
                   " nor a file that says how to submit, list and cancel (docs/clusters.md)");
}

std::unique_ptr<Scheduler> scheduler_named(const std::string& name, const std::string& given) {
  if (auto known = known_scheduler(name)) return known;
  if (!given.empty()) {
    auto scheduler = make_scheduler(given);
    if (scheduler->name() == name) return scheduler;
  }
  const fs::path file = template_folder() / (text::FileWord(name).text() + ".json");
  if (fs::exists(file)) return make_scheduler(file.string());
  throw UsageError("tasks were given to the scheduler \"" + name +
                   "\": name its template with --scheduler " + name + ".json, or copy it to " +
                   file.string());
}

}  // namespace skald
