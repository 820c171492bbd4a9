// The draws that runs have kept beside a database, as charts ask for them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "report/chart/draws_chart.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Two coordinates of all draws of a run, chain by chain. Throws UsageError where the run has kept
// none or has no such coordinate, store::DamagedError where the file is not the one that the
// database records.
report::PlaneDraws kept_draws(const store::StoreReader& reader, std::int64_t run, std::size_t x,
                              std::size_t y);

}  // namespace skald
