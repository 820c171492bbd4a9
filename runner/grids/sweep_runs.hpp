// The runs of a grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/data_digest.hpp"
#include "grid/cell.hpp"

namespace skald {

struct SweepRun {
  const grid::Cell* cell = nullptr;  // of the grid, which outlives this
  std::string cell_hash;
  std::string hash;  // identity
  std::int64_t replicate = 0;
  bool is_reference = false;
  std::optional<std::size_t> reference;  // index of the run that this one is compared with
  std::vector<DataDigest> data;
};

// Reference runs first, then every cell with every replicate, in the order of the grid; a cell that
// is a reference too has its runs there. Reads the data files that cells name; throws
// std::runtime_error where one is missing.
std::vector<SweepRun> list_runs(const grid::Grid& grid);

// Whether the cell asks for one of them.
bool needs_reference(const grid::Cell& cell);

// "K=5 p_c=0.2 sampler=fald": the cell's place in the grid, for people; empty where it has no axes.
std::string place_of(const grid::Cell& cell);
// "K=5 p_c=0.2 sampler=fald replicate=3": the run's.
std::string label(const SweepRun& run);

}  // namespace skald
