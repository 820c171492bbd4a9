// Why a run of the grid has to be done again although one with the same place in the grid is
// stored.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "grids/sweep_runs.hpp"
#include "store/store_reader.hpp"

namespace skald {

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

}  // namespace skald
