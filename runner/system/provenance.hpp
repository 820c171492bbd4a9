// The environment in which runs are made.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

// Returns the name of this machine; empty if it has none.
std::string host_name();

// Returns host, processor, instruction set in use, version, commit, compiler and libraries; no
// plugins.
record::EnvironmentRecord environment();

// Returns the program of an environment, for display and for comparison: "skald 0.1.0 (commit
// 0123..., with the uncommitted change 4567...)".
std::string program_of(const record::EnvironmentRecord& environment);

// Returns the cell's plugins as a JSON array: kind, name, version, numerics revision, file,
// SHA-256, build; and others_may_write if --allow-writable-plugins has admitted a file that every
// user may change.
std::string plugins_json(const grid::Cell& cell, plugin_host::PluginHost& host);

// Returns the SHA-256 of the libraries of the cell's plugins, in the order of the cell.
std::vector<std::string> plugin_digests(const grid::Cell& cell, plugin_host::PluginHost& host);

// What this executable was built from.

extern const char* const kVersion;       // "0.1.0"
extern const char* const kGitCommit;     // 40 hexadecimal digits, or "" outside a checkout
extern const char* const kGitDirty;      // SHA-1 of the uncommitted change, or "" if there is none
extern const char* const kCompiler;      // "gcc 12.2.0"
extern const char* const kCompileFlags;  // the flags of the build type

// The file of this program.

// Returns its present path. If the file was removed, the path ends with " (deleted)".
inline std::filesystem::path executable() {
  return std::filesystem::read_symlink("/proc/self/exe");
}

}  // namespace skald
