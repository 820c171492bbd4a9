// The runs of a grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/data_digest.hpp"
#include "grid/cell.hpp"
#include "text/sha256.hpp"

namespace skald {

// What all runs of a cell have in common.
struct CellIdentity {
  std::string hash;
  std::vector<DataDigest> data;
  std::string origin;  // the identity of the run with replicate 0
};

struct SweepRun {
  const grid::Cell* cell = nullptr;                   // of the grid, which must outlive this
  std::shared_ptr<const CellIdentity> identity = {};  // of the cell
  text::Digest hash;                                  // identity of the run
  std::int64_t replicate = 0;
  bool is_reference = false;  // it is run only because others are compared with it
  bool is_ours = true;  // whether it is of the share that is to be done; if not, it is done only
                        // where a run of the share needs it as its reference
  std::optional<std::size_t> reference;  // index of the run that this one is compared with

  const std::string& cell_hash() const { return identity->hash; }
  const std::vector<DataDigest>& data() const { return identity->data; }
  const std::string& origin() const { return identity->origin; }
};

// Reads the data files that the cell names; throws std::runtime_error if one is missing.
CellIdentity identity_of(const grid::Cell& cell, DataDigests& digests);

// Returns the reference runs first, then every cell with every replicate, in the order of the grid.
// Reads the data files that cells name; throws std::runtime_error if one is missing.
std::vector<SweepRun> list_runs(const grid::Grid& grid);

// Returns the indices of all runs.
std::vector<std::size_t> all_of(std::span<const SweepRun> runs);

// Whether the cell has a metric that compares with a reference run.
bool needs_reference(const grid::Cell& cell);

// Returns the cell's place in the grid, for display: "K=5 p_c=0.2 sampler=fald"; empty if the grid
// has no axes.
std::string place_of(const grid::Cell& cell);
// Returns the run's place, for display: "K=5 p_c=0.2 sampler=fald replicate=3".
std::string label(const SweepRun& run);

}  // namespace skald
