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

constexpr EngineKind kEngines[] = {
    {"local", "worker processes of this machine", make<LocalEngine>},
    {"inline", "in this process, one after another, for debuggers: a crash takes it with it",
     make<InlineEngine>},
};

}  // namespace

std::span<const EngineKind> engines() { return kEngines; }

std::unique_ptr<Engine> make_engine(const std::string& name, const EngineOptions& options) {
  std::string names;
  for (const EngineKind& engine : kEngines) {
    if (engine.name == name) return engine.make(options);
    names.append(names.empty() ? "" : ", ").append(engine.name);
  }
  throw UsageError(
      fmt::format("--engine {}: there is no such engine, expected one of: {}", name, names));
}

std::unique_ptr<Engine> make_engine(const PluginOptions& plugins, std::size_t jobs) {
  return make_engine(kDefaultEngine, {.plugins = plugins, .jobs = jobs, .memory = std::nullopt});
}

std::size_t worker_count(std::size_t jobs) {
  return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace skald
