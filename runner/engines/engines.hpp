// The engines, each a row of one table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/engine.hpp"
#include "system/open_plugins.hpp"

namespace skald {

struct EngineOptions {
  PluginOptions plugins;
  std::size_t jobs = 1;                // most jobs at a time
  std::optional<std::int64_t> memory;  // resident bytes of all jobs under way together
};

// Options of `skald run` of which an engine has no use.
struct RefusedOptions {
  std::span<const char* const> options;
  const char* why;  // what follows the name of the option in a message to the user
};

struct EngineKind {
  std::string_view name;
  const char* summary;  // for the help text
  std::span<const RefusedOptions> refused;
  // Null: it is not given jobs one by one, but whole shares of the runs, as tasks on a cluster.
  std::unique_ptr<Engine> (*make)(const EngineOptions&);
};

inline constexpr const char* kDefaultEngine = "local";

// Returns "where runs are done (default: local); local: ...; inline: ...".
std::string engine_help();

// Throws UsageError if there is no such engine.
const EngineKind& engine_named(std::string_view name);

// Throws UsageError if an option was given of which the engine has no use.
void require_accepted(const EngineKind& engine,
                      const std::function<bool(const std::string& option)>& is_given);

// Makes the default engine, for questions that need plugins.
std::unique_ptr<Engine> make_engine(const PluginOptions& plugins, std::size_t jobs);

// Returns `jobs`, or one per processor if it is 0.
std::size_t worker_count(std::size_t jobs);

}  // namespace skald
