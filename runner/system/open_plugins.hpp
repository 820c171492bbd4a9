// The plugins at hand.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "plugin_host/plugin_host.hpp"

namespace skald {

struct PluginOptions {
  std::vector<std::string> path;  // --plugin-path
  bool allow_writable = false;
  double patience =
      std::chrono::duration<double>(plugin_host::kPatience).count();  // seconds; see CallMessage
};

// The plugins of --plugin-path, SKALD_PLUGIN_PATH and the folder beside this executable. The code
// of those that were not shipped does not run in this process: they can be described here, and made
// in workers.
plugin_host::PluginHost open_plugins(const PluginOptions& options);
// The same for a worker, which loads them all.
plugin_host::PluginHost load_plugins(const PluginOptions& options);
// How a host is to load plugins as open_plugins() does.
plugin_host::Loading shipped_alone(const PluginOptions& options);

}  // namespace skald
