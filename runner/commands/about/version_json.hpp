// What this Skald is, for programs.
#pragma once

#include <span>
#include <string>
#include <utility>

namespace skald {

// Name and version of each library that Skald was built with.
std::span<const std::pair<const char*, const char*>> built_with();

// Returns version, commit, interface version of plugins, schema version of databases, compiler and
// libraries as JSON.
std::string version_json();

}  // namespace skald
