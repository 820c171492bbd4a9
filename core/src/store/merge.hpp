// Merges one results database into another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "store/audits/cell_audits.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// A cell on which the same grid was decided differently here and there.
struct ContraryDecision {
  std::string study, cell;  // name, hash
  std::string here, there;  // "worse after 9 replicates"
};

struct MergeReport {
  std::int64_t added = 0;         // runs that are new here
  std::int64_t replaced = 0;      // failures and damaged runs here, replaced by results from there
  std::int64_t already_here = 0;  // runs with a hash that is here already; kept as they are
  std::int64_t former = 0;        // runs with other results than the same runs here: both are kept
  // Runs that a study there declares and none here, since the study of that name has another seed,
  // other data or another grid here. They are added, and no view for people has them.
  std::int64_t undeclared = 0;
  std::vector<std::string> damaged_runs;  // hashes of damaged runs there, which are not merged
  // Damaged tables there. If there are any, only the declarations that merged runs refer to are
  // taken over, and the grids have to be run again to be declared here.
  std::vector<std::string> damaged_declarations;
  // Decisions here that are kept although there is another one on the same cell there.
  std::vector<ContraryDecision> contrary_decisions;
  // Decisions there that are left out because another grid of that name is declared here.
  std::int64_t foreign_decisions = 0;
  std::int64_t contrary_rungs = 0;  // values at rungs here that are kept although others are there
  AuditsMerged audits = {};
};

// What becomes of a merge if some runs of the other file cannot be taken over, since they, or the
// declarations, are damaged, or do not belong to what is here (former, undeclared).
enum class MergeRule {
  sound_runs,     // the others are
  all_or_nothing  // none is: throws DamagedError for damage, std::invalid_argument otherwise
};

// Copies every run of `other` that `connection` does not have, with everything that belongs to it,
// the decisions on cells, the values at rungs and the audits, in one transaction; a second merge
// changes nothing. A decision belongs to the grid by which it was made, byte for byte; where both
// files have one, or a value at a rung, or an audit by the same plan, and they differ, that of this
// file is kept and reported. `other` is only read, and must be a results database of the same
// schema version. A run there whose seals do not hold (see RunSeals) is skipped and reported.
// Throws std::invalid_argument if `other` is not such a database or a metric has other units or
// another direction there, and DamagedError if its list of runs cannot be read.
MergeReport merge_database(Connection& connection, const std::filesystem::path& other,
                           MergeRule rule = MergeRule::sound_runs);

}  // namespace skald::store
