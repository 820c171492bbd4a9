// Finds options that contradict each other, by asking the plugins themselves.
#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "grid/cell.hpp"
#include "grids/finding.hpp"
#include "grids/loaded_grid.hpp"

namespace skald {

// The plugin choices of a grid that were tried.
struct TriedChoices {
  std::vector<CellFault> refusals;  // one per choice that its plugin refuses
  std::size_t tried = 0, all = 0;   // cells with a choice of their own
};

// The time that commands give try_choices().
inline constexpr double kChoiceSeconds = 8;

// Has a worker make every distinct plugin choice of the grid, without data, as far as `seconds`
// suffice; the first hundred in any case.
TriedChoices try_choices(const grid::Grid& grid, Engine& engine, double seconds);

// Returns the plugin with all its options, as text that is unique among the choices of its kind.
std::string choice_text(const grid::PluginChoice& choice);

// Returns the note that there was no time for all choices; nothing if there was.
std::vector<Finding> untried(const LoadedGrid& loaded, const TriedChoices& choices);

// Throws GridFaults with the refusals of try_choices() if there are any. Says so if there was no
// time for all choices.
void check_plugin_choices(const LoadedGrid& loaded, Engine& engine);

}  // namespace skald
