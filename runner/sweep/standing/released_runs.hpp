// What a study has declared, and its grid does not declare any more.
#pragma once

#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns "3 runs of its former declaration (seed 1)": the runs that the study declares in the
// database, no other study does, and that are not among `runs`, those of its grid. They stay until
// they are pruned. Returns "" if there are none.
std::string released_runs(const store::StoreReader& reader, const std::string& study,
                          const std::vector<SweepRun>& runs);

}  // namespace skald
