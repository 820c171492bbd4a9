// The programs that made the runs of a study.
#pragma once

#include <string>

#include "database/stored_run.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns how many of the study's current runs, those of its references included, each program
// made, most first: "12 runs of small by skald 0.1.0 (commit 0123...); 3 by skald 0.1.0 (commit
// 4567...)".
std::string programs_of(const store::StoreReader& reader, const std::string& study);

// Returns the program that made the run: "skald 0.1.0 (commit 0123...)".
std::string program_of(const StoredRun& run);

}  // namespace skald
