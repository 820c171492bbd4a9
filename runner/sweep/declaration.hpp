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

// The axes of a cell, each with its value.
std::vector<record::AxisRecord> axis_records(const grid::Cell& cell);

// Returns {"data.csv": "<what may be told of its digest>"}.
std::string digests_json(const std::vector<DataDigest>& digests);

// Declares the metrics, and the grid with its runs, which are all that it has. Returns the study's
// id.
std::int64_t declare(const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                     store::Store& store);
// Same, with only the cells of the runs `which`, by index, and of their reference runs.
std::int64_t declare(const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                     std::span<const std::size_t> which, store::Store& store);

}  // namespace skald
