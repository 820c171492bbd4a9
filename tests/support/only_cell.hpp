// A grid of a single cell, for tests and benchmarks of what runs one.
#pragma once

#include <string>

#include "grid/grid.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::test {

// Returns the first cell of the grid `text`, whose plugins are the host's. Throws
// std::runtime_error that says what is wrong with the grid.
grid::Cell only_cell(const std::string& text, plugin_host::PluginHost& host);

}  // namespace skald::test
