// Prints the privacy accounts of a grid's cells.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "system/open_plugins.hpp"

namespace skald {

// Prints the account of every cell, and then what all cells together reveal, as a table or as JSON.
// The accounts are made by the engine, whose workers must have `plugins`. Returns an ExitCode.
int account_grid(const std::string& grid, const PluginOptions& plugins, Engine& engine, bool json);

}  // namespace skald
