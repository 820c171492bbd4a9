// What every cell of a grid spends.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "system/open_plugins.hpp"

namespace skald {

// The account of every cell, made by the engine, whose workers have these plugins. After the cells
// comes what all of them reveal together. Prints a table, or JSON; returns an ExitCode.
int account_grid(const std::string& grid, const PluginOptions& plugins, Engine& engine, bool json);

}  // namespace skald
