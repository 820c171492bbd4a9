// `skald check` of a plugin.
#pragma once

#include <optional>
#include <string>

#include "system/open_plugins.hpp"

namespace skald {

struct CheckCommand {
  PluginOptions plugins;
  std::string target;   // a grid file, or a plugin: "kind/name" or a library file
  std::string options;  // options of the plugin, as a JSON object
  std::optional<double> tolerance;
  bool json = false;
};

// Checks the conformance of the plugin that `command.target` names. Returns kExpectation if it does
// not conform.
int check_conformance(const CheckCommand& command);

}  // namespace skald
