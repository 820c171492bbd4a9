// The runs of a grid by their state in the database, and what it holds beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store_reader.hpp"
#include "sweep/outdated_runs.hpp"

namespace skald {

// Why a run of the grid has to be done again although one with the same place in the grid is
// stored.
class Staleness {
 public:
  // Reads the runs of `study` that the database has.
  Staleness(const store::StoreReader& reader, const std::string& study);

  // Returns what has changed since the stored run with the same axis values and replicate was made:
  // "sampler.numerics_revision: 1 -> 2", "data data.csv: ...". Returns nothing if there is no such
  // run.
  std::optional<std::string> reason(const SweepRun& run) const;

 private:
  struct Made {
    std::int64_t cell = 0;
    std::int64_t seed = 0;
    std::string data_digests;
  };

  std::map<std::pair<std::string, std::int64_t>, Made> made_;  // by axis values and replicate
  std::map<std::int64_t, std::string> canonical_;              // canonical JSON by cell
};

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
