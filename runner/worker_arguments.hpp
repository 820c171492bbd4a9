// How many workers, and their command line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "commands.hpp"

namespace skald {

// As asked for, or one per processor.
inline std::size_t worker_count(std::size_t jobs) {
  return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

inline std::vector<std::string> worker_arguments(const PluginOptions& plugins) {
  std::vector<std::string> arguments{"skald", "worker"};
  for (const std::string& place : plugins.path) {
    arguments.insert(arguments.end(), {"--plugin-path", place});
  }
  if (plugins.allow_writable) arguments.emplace_back("--allow-writable-plugins");
  return arguments;
}

}  // namespace skald
