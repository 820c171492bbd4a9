// Opens the plugins at hand, and knows those that came with Skald.
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "grid/option_tables.hpp"
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

// Plugins that the command line names.

// Whether `name` is a library file rather than the name of a plugin.
bool names_a_library(const std::string& name);

// Opens only the library file that `name` is, or else what open_plugins() opens.
plugin_host::PluginHost open_plugins_for(const std::string& name, const PluginOptions& options);

// Returns the plugins of the host that `name` stands for: a name ("gaussian", which may be a model
// and a mechanism), "kind/name", or a library file. They live as long as the host. If there are
// none, throws UsageError with the reason or the nearest name.
std::vector<const plugin_host::Plugin*> plugins_named(const std::string& name,
                                                      plugin_host::PluginHost& host);

// Plugins of Skald that a build may lack.

// A plugin that belongs to Skald, whether this build has it or not.
struct ShippedPlugin {
  Kind kind;
  const char* name;
};

// The lists of them, which the build writes.
std::span<const ShippedPlugin> plugins_of_libtorch();
std::span<const ShippedPlugin> plugins_of_libhdf5();
std::span<const ShippedPlugin> other_shipped_plugins();  // that need no library of their own

// Returns those that need a library that may be missing, each with what to do to get it.
std::span<const grid::AbsentPlugin> plugins_with_libraries();

// Returns all plugins of Skald likewise: a first build has only some. Callers ask only after a
// plugin was not found.
std::span<const grid::AbsentPlugin> absent_plugins();

}  // namespace skald
