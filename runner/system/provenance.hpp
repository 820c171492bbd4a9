// Where and with what runs are made.
#pragma once

#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

// Host, processor, instruction set in use, version, commit, compiler and libraries; without
// plugins.
record::EnvironmentRecord environment();

// The program of an environment, for people and for comparison: "skald 0.1.0 (commit 0123..., with
// the uncommitted change 4567...)".
std::string program_of(const record::EnvironmentRecord& environment);

// The cell's plugins as a JSON array: kind, name, version, numerics revision, file, SHA-256, build;
// others_may_write where --allow-writable-plugins let one in that every user may change.
std::string plugins_json(const grid::Cell& cell, plugin_host::PluginHost& host);

// SHA-256 of the cell's plugins, in its order.
std::vector<std::string> plugin_digests(const grid::Cell& cell, plugin_host::PluginHost& host);

}  // namespace skald
