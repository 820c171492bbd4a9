// Plugins of Skald that are not built if a library that they need is missing.
#pragma once

#include <span>

#include "grid/option_tables.hpp"

namespace skald {

// Returns all plugins that may be absent, each with what to do to get it. Callers ask only after a
// plugin was not found.
std::span<const grid::AbsentPlugin> absent_plugins();

}  // namespace skald
