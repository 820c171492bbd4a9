// Plugins that the command line names.
#pragma once

#include <string>
#include <vector>

#include "system/open_plugins.hpp"

namespace skald {

// Whether `name` is a library file rather than the name of a plugin.
bool names_a_library(const std::string& name);

// Opens only the library file that `name` is, or else what open_plugins() opens.
plugin_host::PluginHost open_plugins_for(const std::string& name, const PluginOptions& options);

// Returns the plugins of the host that `name` stands for: a name ("gaussian", which may be a model
// and a mechanism), "kind/name", or a library file. They live as long as the host. If there are
// none, throws UsageError with the reason or the nearest name.
std::vector<const plugin_host::Plugin*> plugins_named(const std::string& name,
                                                      plugin_host::PluginHost& host);

}  // namespace skald
