// Opens the plugins at hand, and knows those that came with Skald.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "plugin_host/plugin_host.hpp"

namespace skald {

struct PluginOptions {
  std::vector<std::string> path;  // places given by --plugin-path
  bool allow_writable = false;
  double patience =
      std::chrono::duration<double>(plugin_host::kPatience).count();  // seconds; see CallMessage
};

// Returns the arguments that give another skald these options.
std::vector<std::string> plugin_arguments(const PluginOptions& options);

// Opens the plugins of --plugin-path, SKALD_PLUGIN_PATH and the folder beside this executable. Code
// of plugins that were not shipped does not run in this process: they can be described here, but
// only made in workers.
plugin_host::PluginHost open_plugins(const PluginOptions& options);
// As above, for a worker: loads all of them.
plugin_host::PluginHost load_plugins(const PluginOptions& options);
// Returns how a host must load plugins to load them as open_plugins() does.
plugin_host::Loading shipped_alone(const PluginOptions& options);

// Whether the plugin's file is in the folder of plugins beside this executable.
bool is_shipped(const plugin_host::Plugin& plugin);
bool is_shipped(const std::filesystem::path& file);  // canonical

}  // namespace skald
