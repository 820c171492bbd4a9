#include "cluster/schedulers.hpp"

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

template <class S>
std::unique_ptr<Scheduler> make() {
  return std::make_unique<S>();
}

// The schedulers that need no template.
struct SchedulerKind {
  std::string_view name;
  std::unique_ptr<Scheduler> (*make)();
};
constexpr SchedulerKind kSchedulers[] = {{kDefaultScheduler, make<SlurmScheduler>}};

// Returns null if there is none of that name.
std::unique_ptr<Scheduler> known_scheduler(std::string_view name) {
  for (const SchedulerKind& kind : kSchedulers) {
    if (kind.name == name) return kind.make();
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Scheduler> make_scheduler(const std::string& given) {
  if (auto known = known_scheduler(given)) return known;
  if (fs::exists(given)) {
    return std::make_unique<TemplateScheduler>(given, read_scheduler_template(given));
  }
  std::string names;
  for (const SchedulerKind& kind : kSchedulers) {
    names.append(names.empty() ? "" : ", ").append(kind.name);
  }
  throw UsageError("--scheduler " + given + ": is neither " + names +
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

fs::path template_folder() {
  const char* configuration = std::getenv("XDG_CONFIG_HOME");
  if (configuration != nullptr && *configuration == '/') {
    return fs::path(configuration) / "skald/schedulers";
  }
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "/") / ".config/skald/schedulers";
}

}  // namespace skald
