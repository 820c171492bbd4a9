// skald account GRID: what every cell of a grid spends.
#pragma once

#include "commands.hpp"

namespace skald {

// Builds each cell's experiment at replicate 0, and at all replicates where eps is finite; starts
// samplers, runs nothing. After the cells comes what all of them reveal together.
int account_grid(const AccountCommand& command);

}  // namespace skald
