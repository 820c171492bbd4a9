// The engines that there are.
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
  std::size_t jobs = 1;                // at a time, at most
  std::optional<std::int64_t> memory;  // resident bytes, of all jobs under way together
};

struct EngineKind {
  const char* name;
  const char* summary;  // for the help
  std::unique_ptr<Engine> (*make)(const EngineOptions&);
};

std::span<const EngineKind> engines();

inline constexpr const char* kDefaultEngine = "local";

// Throws UsageError where there is no such engine, or where it does not take the options.
std::unique_ptr<Engine> make_engine(const std::string& name, const EngineOptions& options);
// The default engine, for questions that need plugins.
std::unique_ptr<Engine> make_engine(const PluginOptions& plugins, std::size_t jobs);

// As asked for, or one per processor.
std::size_t worker_count(std::size_t jobs);

}  // namespace skald
