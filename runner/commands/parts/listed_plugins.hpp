// The plugins of a kind, as commands list them.
#pragma once

#include <vector>

#include "system/open_plugins.hpp"

namespace skald {

// Returns the plugins of a kind in the order of display: metrics by their places, others by name.
// They live as long as the host.
std::vector<const plugin_host::Plugin*> listed_plugins(Kind kind, plugin_host::PluginHost& host);

// Says on standard error which files were refused, and why.
void print_refused(plugin_host::PluginHost& host);

}  // namespace skald
