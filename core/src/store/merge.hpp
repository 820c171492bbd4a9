// Merges one results database into another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

struct MergeReport {
  std::int64_t added = 0;         // runs that are new here
  std::int64_t replaced = 0;      // failures and damaged runs here, replaced by results from there
  std::int64_t already_here = 0;  // runs with a hash that is here already; kept as they are
  std::int64_t conflicting = 0;   // cell and replicate have another run here, which is kept
  std::vector<std::string> damaged_runs;  // hashes of damaged runs there, which are not merged
  // Damaged tables there. If there are any, only the declarations that merged runs refer to are
  // taken over, and the grids have to be run again to be declared here.
  std::vector<std::string> damaged_declarations;
};

// What becomes of a merge if some runs of the other file cannot be taken over, since they, or the
// declarations, are damaged, or another run of the same cell and replicate is here.
enum class MergeRule {
  sound_runs,     // the others are
  all_or_nothing  // none is: throws DamagedError for damage, std::invalid_argument otherwise
};

// Copies every run of `other` that `connection` does not have, with everything that belongs to it,
// in one transaction; a second merge changes nothing. `other` is only read, and must be a results
// database of the same schema version. A run there whose seals do not hold (see RunSeals) is
// skipped and reported. Throws std::invalid_argument if `other` is not such a database or a metric
// has other units or another direction there, and DamagedError if its list of runs cannot be read.
MergeReport merge_database(Connection& connection, const std::filesystem::path& other,
                           MergeRule rule = MergeRule::sound_runs);

}  // namespace skald::store
