// Declares a grid to the store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/data_digest.hpp"
#include "grids/loaded_grid.hpp"
#include "store/store.hpp"

namespace skald {

record::CellRecord cell_record(const grid::Cell& cell, bool is_reference);

// Returns {"data.csv": "<digest>"}.
std::string digests_json(const std::vector<DataDigest>& digests);

// Declares the metrics, and the grid with its cells. Returns the study's id.
std::int64_t declare(const LoadedGrid& loaded, store::Store& store);

}  // namespace skald
