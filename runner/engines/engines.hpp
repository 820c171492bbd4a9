// The engines by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/engine.hpp"
#include "system/open_plugins.hpp"

namespace skald {

struct EngineOptions {
  PluginOptions plugins;
  std::size_t jobs = 1;                // most jobs at a time
  std::optional<std::int64_t> memory;  // resident bytes of all jobs under way together
};

struct EngineKind {
  const char* name;
  const char* summary;  // for the help text
  std::unique_ptr<Engine> (*make)(const EngineOptions&);
};

std::span<const EngineKind> engines();

inline constexpr const char* kDefaultEngine = "local";

// Throws UsageError if there is no such engine, or if it does not accept the options.
std::unique_ptr<Engine> make_engine(const std::string& name, const EngineOptions& options);
// Makes the default engine, for questions that need plugins.
std::unique_ptr<Engine> make_engine(const PluginOptions& plugins, std::size_t jobs);

// Returns `jobs`, or one per processor if it is 0.
std::size_t worker_count(std::size_t jobs);

}  // namespace skald
