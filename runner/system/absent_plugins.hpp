// Plugins of Skald's that a build leaves out where a library is missing.
#pragma once

#include <span>

#include "grid/option_tables.hpp"

namespace skald {

// All that may be absent, each with what brings it; of a plugin that is there nobody asks.
std::span<const grid::AbsentPlugin> absent_plugins();

}  // namespace skald
