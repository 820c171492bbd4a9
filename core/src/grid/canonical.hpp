// A cell as JSON: the canonical form, which identifies it, and the full form, which carries it to a
// worker process. Both preserve every bit of a number; option values are written as in
// options/option_json.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "text/sha256.hpp"

namespace skald::grid {

// Returns the text that identifies a cell, on one line with sorted keys. It holds what determines
// what its runs do: the plugins with their numerics revisions, all options, the sections' seeds,
// the run plan and the start. It does not hold the metrics, which only watch (see measured_json()),
// the study's name and seed, options of plugins that came later and do not change what was done
// before, how often runs are saved, their limits, the axes, the locations of files (their content
// is part of the run's identity) or the text of formulas that the grid has evaluated.
std::string canonical_json(const Cell& cell);

// Returns what a run of the cell measures, as a JSON array on one line in the order of names: a
// metric that has its plugin's name, no options and numerics revision 1 is that name, all others
// are objects. A reference run measures "[]".
std::string measured_json(const Cell& cell);
// Reads it. Libraries and `needs_reference` are not in it. Throws std::invalid_argument if the text
// is something else.
std::vector<MetricChoice> read_measured(std::string_view text);

// Returns the SHA-256 of the canonical form, as 64 hexadecimal digits.
std::string cell_hash(const Cell& cell);

// Has the cell share with an earlier one the options that are written alike in both.
void share_sections(const Cell& earlier, Cell& cell);

// Writes the canonical form of one cell after another. Cells that follow each other in a grid share
// most of their sections: a section that is the same, bit by bit, as in the cell before is not
// written anew.
class CanonicalWriter {
 public:
  // Returns canonical_json(), valid until the next call.
  const std::string& write(const Cell& cell);

 private:
  struct Section {
    bool is_written = false;
    PluginChoice choice;
    std::string text;
  };
  void write_plugin(const Cell& cell, Kind kind);
  void write_run(const Cell& cell);
  void write_start(const Cell& cell);

  std::array<Section, 5> plugins_;
  bool has_run_ = false;
  OptionList run_;
  std::optional<StartChoice> start_;
  std::string run_text_, start_text_, text_;
};

// Returns the identity of a run: the SHA-256 of the cell's hash, the digests of the data that it
// reads (in any order), the seed and the replicate.
std::string run_hash(const Cell& cell, std::span<const std::string> data_digests,
                     std::int64_t replicate);

// The identities of the runs of one cell whose hash is known already.
class RunHashes {
 public:
  RunHashes(std::string_view cell_hash, std::uint64_t seed,
            std::span<const std::string> data_digests);
  text::Digest of(std::int64_t replicate);

 private:
  std::string text_;        // of the run asked for last
  std::size_t before_ = 0;  // characters of it before the replicate
  std::string end_;         // what follows the replicate
};

// Writes the whole cell on one line: read_cell(write_cell(cell)) == cell.
std::string write_cell(const Cell& cell);

// Reads either form. From the canonical form, options come in sorted order, paths are resolved
// against `folder`, and members that the form leaves out, such as the metrics, are empty. Throws
// std::invalid_argument if the text is neither form.
Cell read_cell(std::string_view text, std::string_view folder = {});

// How two cells differ.

// Returns the differences of two JSON objects like canonical_json(), with the paths that a grid
// writes: "sampler.step: 0.1 -> 0.2, run.chains: unset -> 4"; "" if there is none.
std::string canonical_changes(const std::string& then, const std::string& now);

}  // namespace skald::grid
