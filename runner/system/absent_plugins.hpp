// Plugins of Skald that a build may lack.
#pragma once

#include <span>

#include "grid/option_tables.hpp"

namespace skald {

// Returns those that need a library that may be missing, each with what to do to get it.
std::span<const grid::AbsentPlugin> plugins_with_libraries();

// Returns all plugins of Skald likewise: a first build has only some. Callers ask only after a
// plugin was not found.
std::span<const grid::AbsentPlugin> absent_plugins();

}  // namespace skald
