// A cell as JSON: the canonical form that identifies it, and the full form that carries it to a
// worker process. Both keep every bit; options are as options/option_json.hpp says.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "grid/cell.hpp"

namespace skald::grid {

// What identifies a cell, in one line with sorted keys: plugins with numerics revisions, all
// options, the sections' seeds, the run plan and the metrics, since those are what a finished run
// has stored: a cell with one metric more is another cell. Not in it: the study's name and seed,
// how often runs are saved and what they are limited to, axes, where files are (their content is
// part of the run's identity), the text of formulas that the grid has evaluated.
std::string canonical_json(const Cell& cell);

// SHA-256 of the canonical form, 64 hexadecimal digits.
std::string cell_hash(const Cell& cell);

// Identity of a run: SHA-256 over the hash of the cell, digests of the data it reads (in any
// order), seed and replicate.
std::string run_hash(const Cell& cell, std::span<const std::string> data_digests,
                     std::int64_t replicate);
// The same from the cell's hash, for the replicates of a cell.
std::string run_hash(std::string_view cell_hash, std::uint64_t seed,
                     std::span<const std::string> data_digests, std::int64_t replicate);

// Everything in a cell, in one line. read_cell(write_cell(cell)) == cell.
std::string write_cell(const Cell& cell);

// Reads either form; of the canonical one, options come sorted, paths are resolved against `folder`
// and what it lacks is empty. Throws std::invalid_argument on anything else.
Cell read_cell(std::string_view text, std::string_view folder = {});

}  // namespace skald::grid
