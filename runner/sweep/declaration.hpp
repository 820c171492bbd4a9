// Declares a grid to the store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "datasets/data_digest.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "store/store.hpp"

namespace skald {

record::CellRecord cell_record(const grid::Cell& cell, bool is_reference);

// Returns {"data.csv": "<digest>"}.
std::string digests_json(const std::vector<DataDigest>& digests);

// Declares the metrics, and the grid with its cells. Returns the study's id.
std::int64_t declare(const LoadedGrid& loaded, store::Store& store);
// Same, with only the cells of these runs, by index, and of their reference runs.
std::int64_t declare(const LoadedGrid& loaded, store::Store& store,
                     const std::vector<SweepRun>& runs, std::span<const std::size_t> which);

}  // namespace skald
