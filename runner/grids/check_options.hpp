// Finds options that contradict each other, by asking the plugins themselves.
#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "grid/cell.hpp"
#include "grids/loaded_grid.hpp"

namespace skald {

// Has a worker make every distinct plugin choice of the grid, without data. Returns one message per
// choice that its plugin refuses, with the place in the grid of the first cell that makes this
// choice.
std::vector<std::string> refused_options(const grid::Grid& grid, Engine& engine);

// Returns the plugin with all its options, as text that is unique among the choices of its kind.
std::string choice_text(const grid::PluginChoice& choice);

// Throws GridError with the messages of refused_options(), each preceded by its grid_place() in the
// file, if there are any.
void check_plugin_choices(const std::string& file, const LoadedGrid& loaded, Engine& engine);

}  // namespace skald
