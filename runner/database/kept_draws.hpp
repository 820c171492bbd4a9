// Reads the draws that runs have kept beside a database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/chart/draws_chart.hpp"
#include "store/store_reader.hpp"

namespace skald {

// All draws of one run that enter its averages.
struct KeptDraws {
  std::int64_t chains = 0, draws = 0, dimension = 0;
  std::vector<double> values;  // chains x draws x dimension, the last varying fastest
};

// Throws UsageError if the run with this full hash has kept no draws, store::DamagedError if the
// file is not the one that the database records.
KeptDraws kept_draws(const store::StoreReader& reader, const std::string& hash);

// Returns two coordinates of all draws of a run, chain by chain. Throws as above, and UsageError if
// there is no such coordinate.
report::PlaneDraws kept_draws(const store::StoreReader& reader, std::int64_t run, std::size_t x,
                              std::size_t y);

}  // namespace skald
