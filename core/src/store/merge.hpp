// Joins one results database into another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

struct MergeReport {
  std::int64_t added = 0;         // runs that were new here
  std::int64_t replaced = 0;      // failures here that are results there, and runs damaged here
  std::int64_t already_here = 0;  // same hash, kept as they are
  std::int64_t conflicting = 0;   // another run of the same cell and replicate is here; kept
  std::vector<std::string> damaged_runs;  // hashes; were left there
  // Tables; if there are any, only what the runs that came refer to was taken over, and the grids
  // have to be run again to be declared here.
  std::vector<std::string> damaged_declarations;
};

// Copies every run of `other` that `connection` does not have, with all that belongs to it, in one
// transaction; doing it again changes nothing. `other` is only read; it must be a results database
// of the same schema version. A run whose seals do not hold there (see RunSeals) is left out and
// named. Throws std::invalid_argument if it is not, or if a metric has other units or another
// direction there; DamagedError if its list of runs cannot be read.
MergeReport merge_database(Connection& connection, const std::filesystem::path& other);

}  // namespace skald::store
