// Describes a plugin as text for people.
#pragma once

#include <string>

#include "options/option_listing.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::plugin_host {

// Returns kind, name, version, summary, reference, revision, build, file, and the table of options:
// name, symbol in the literature, type, default ("required" and "optional" for those without),
// allowed values, documentation. Lines end with '\n'; columns are aligned for a fixed-width font
// (UTF-8), and options fitted to `most` characters (options::listing).
std::string describe(const Plugin& plugin, std::size_t most = options::kAnyWidth);

}  // namespace skald::plugin_host
