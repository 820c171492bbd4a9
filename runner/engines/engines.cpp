#include "engines/engines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "engines/inline_engine.hpp"
#include "engines/local_engine.hpp"
#include "system/exit_code.hpp"

namespace skald {
namespace {

template <class E>
std::unique_ptr<Engine> make(const EngineOptions& options) {
  return std::make_unique<E>(options);
}

constexpr const char* kOfTasks[] = {"--scheduler", "--task-length",   "--time",  "--partition",
                                    "--memory",    "--nodes-at-most", "--sbatch"};
constexpr const char* kOfThisMachine[] = {"--shard",       "--share",      "--publish",
                                          "--max-seconds", "--max-memory", "--json"};
constexpr const char* kOfSeveralRuns[] = {"--max-memory"};

constexpr RefusedOptions kRefusedByLocal[] = {
    {kOfTasks,
     "is for tasks on a cluster, and --engine local does runs on this machine; leave it out, or "
     "choose --engine slurm"}};
constexpr RefusedOptions kRefusedByInline[] = {
    {kOfTasks,
     "is for tasks on a cluster, and --engine inline does runs on this machine; leave it out, or "
     "choose --engine slurm"},
    {kOfSeveralRuns,
     "is for runs side by side, and --engine inline has one at a time, in this process; leave the "
     "limit out, or state run.limits.memory in the grid"}};
constexpr RefusedOptions kRefusedBySlurm[] = {
    {kOfThisMachine,
     "is for runs on this machine, and --engine slurm gives them to a cluster; leave it out, or "
     "choose another engine"}};

constexpr EngineKind kEngines[] = {
    {"local", "worker processes of this machine", kRefusedByLocal, make<LocalEngine>},
    {"inline", "in this process, one after another, for debuggers: a crash takes it with it",
     kRefusedByInline, make<InlineEngine>},
    {"slurm", "tasks on a cluster, as by submit and collect", kRefusedBySlurm, nullptr},
};

}  // namespace

std::string engine_help() {
  std::string text = std::string("where runs are done (default: ") + kDefaultEngine + ")";
  for (const EngineKind& engine : kEngines) {
    text += fmt::format("; {}: {}", engine.name, engine.summary);
  }
  return text;
}

const EngineKind& engine_named(std::string_view name) {
  std::string names;
  for (const EngineKind& engine : kEngines) {
    if (engine.name == name) return engine;
    names.append(names.empty() ? "" : ", ").append(engine.name);
  }
  throw UsageError(
      fmt::format("--engine {}: there is no such engine, expected one of: {}", name, names));
}

void require_accepted(const EngineKind& engine,
                      const std::function<bool(const std::string& option)>& is_given) {
  for (const RefusedOptions& refused : engine.refused) {
    for (const char* option : refused.options) {
      if (is_given(option)) throw UsageError(fmt::format("{} {}", option, refused.why));
    }
  }
}

std::unique_ptr<Engine> make_engine(const PluginOptions& plugins, std::size_t jobs) {
  return engine_named(kDefaultEngine)
      .make({.plugins = plugins, .jobs = jobs, .memory = std::nullopt});
}

std::size_t worker_count(std::size_t jobs) {
  return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace skald
