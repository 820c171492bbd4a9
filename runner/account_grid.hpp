// skald account GRID: what every cell of a grid spends.
#pragma once

#include "commands.hpp"

namespace skald {

// Builds each cell's experiment at replicate 0, runs nothing.
int account_grid(const AccountCommand& command);

}  // namespace skald
