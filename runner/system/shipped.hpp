// Plugins that came with Skald.
#pragma once

#include <filesystem>

#include "plugin_host/plugin.hpp"

namespace skald {

// Whether the plugin's file is in the folder of plugins beside this executable.
bool is_shipped(const plugin_host::Plugin& plugin);
bool is_shipped(const std::filesystem::path& file);  // canonical

}  // namespace skald
