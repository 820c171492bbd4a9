// Commands that read a database beside honest sweeps that write it.
#pragma once

#include <filesystem>

#include "dice.hpp"
#include "report.hpp"

namespace skald::chaos {

// Runs some grids into one database in a new folder, each with axes and metrics of its own, while
// commands read the database again and again. Nobody attacks anything: throws Violation if a
// command calls the database damaged, or another program's. Returns the number of answers.
int judge_reading(const std::filesystem::path& folder, Dice& dice, Report& report);

}  // namespace skald::chaos
