// Counts the runs of a grid by their state in the database.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "sweep/standing/outdated_runs.hpp"
#include "sweep/standing/staleness.hpp"

namespace skald {

using Counts = std::map<std::string, std::size_t>;

struct Inventory {
  Counts cached;  // results, by status
  Counts failed;  // by status
  Counts stale;   // by reason
  std::size_t fresh = 0;
};

// `staleness` is empty if there is no database.
Inventory take_inventory(const std::vector<SweepRun>& runs, const StandingRuns& standing,
                         const std::optional<Staleness>& staleness);
// Same, for only the runs at `indices`.
Inventory take_inventory(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& indices,
                         const StandingRuns& standing, const std::optional<Staleness>& staleness);

std::size_t total(const Counts& counts);
// Returns "diverged 1, ok 9".
std::string listed(const Counts& counts);
// Returns "diverged,ok".
std::string names_of(const Counts& counts);

}  // namespace skald
