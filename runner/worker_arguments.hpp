// The command line of a worker.
#pragma once

#include <string>
#include <vector>

#include "commands.hpp"

namespace skald {

inline std::vector<std::string> worker_arguments(const PluginOptions& plugins) {
  std::vector<std::string> arguments{"skald", "worker"};
  for (const std::string& place : plugins.path) {
    arguments.insert(arguments.end(), {"--plugin-path", place});
  }
  if (plugins.allow_writable) arguments.emplace_back("--allow-writable-plugins");
  return arguments;
}

}  // namespace skald
