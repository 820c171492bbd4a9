// Merges that are killed, of a sweep that has ended.
#pragma once

#include <filesystem>

#include "dice.hpp"
#include "report.hpp"

namespace skald::chaos {

// Merges the database in that folder into another one, kills the merge at crash points or after any
// time, a few times, and then lets it end. Throws Violation if a run is lost, doubled or without
// its draws at any of these moments, or if the merged database differs from the other.
void judge_merge(const std::filesystem::path& folder, Dice& dice, Report& report);

}  // namespace skald::chaos
