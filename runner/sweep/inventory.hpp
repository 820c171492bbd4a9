// The runs of a grid by their state in the database, and what it holds beside them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store_reader.hpp"
#include "sweep/outdated_runs.hpp"
#include "sweep/staleness.hpp"

namespace skald {

using Counts = std::map<std::string, std::size_t>;

struct Inventory {
  Counts cached;  // results, by status
  Counts failed;  // by status
  Counts stale;   // by reason
  std::size_t fresh = 0;
};

// Counts the runs at `indices`. `staleness` is empty if there is no database.
Inventory take_inventory(std::span<const SweepRun> runs, const std::vector<std::size_t>& indices,
                         const StandingRuns& standing, const std::optional<Staleness>& staleness);

// Returns "3 runs of an earlier version of a (seed 1)": the runs that the study declares in the
// database, no other study does, and that are not among `runs`, those of its grid. They stay until
// they are pruned. Returns "" if there are none.
std::string released_runs(const store::StoreReader& reader, const std::string& study,
                          std::span<const SweepRun> runs);

std::size_t total(const Counts& counts);
// Returns "diverged 1, ok 9".
std::string listed(const Counts& counts);
// Returns "diverged,ok".
std::string names_of(const Counts& counts);

}  // namespace skald
