// Describes a plugin as text for people.
#pragma once

#include <string>

#include "plugin_host/plugin.hpp"

namespace skald::plugin_host {

// Returns kind, name, version, summary, reference, revision, build, file, and the table of options:
// name, symbol in the literature, type, default ("required" and "optional" for those without),
// allowed values, documentation. Lines end with '\n'; columns are aligned for a fixed-width font
// (UTF-8).
std::string describe(const Plugin& plugin);

}  // namespace skald::plugin_host
