// Reads the draws that runs have kept beside a database.
#pragma once

#include <cstddef>
#include <cstdint>

#include "report/chart/draws_chart.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns two coordinates of all draws of a run, chain by chain. Throws UsageError if the run has
// kept no draws or has no such coordinate, and store::DamagedError if the file is not the one that
// the database records.
report::PlaneDraws kept_draws(const store::StoreReader& reader, std::int64_t run, std::size_t x,
                              std::size_t y);

}  // namespace skald
