// What this installation can do, and what the rest would need.
#pragma once

#include <string>
#include <vector>

#include "plugin_host/plugin_host.hpp"

namespace skald {

struct Feature {
  std::string name;  // one word
  bool is_there = false;
  std::string finding;  // what it is for and, where it is not there, how to get it
};

// Looks for programs on the PATH, plugins in the catalog of `host`, and data files.
std::vector<Feature> features(plugin_host::PluginHost& host);

}  // namespace skald
