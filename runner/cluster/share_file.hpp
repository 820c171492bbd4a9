// A file that lists the runs of one share, for `skald run --share FILE`.
//
// {"skald_share": 1, "grid": "drift", "document": "SHA-256 of the grid's text",
//  "share": 3, "of": 32, "runs": ["hash", ...]}
//
// It is written once and only read afterwards, by any number of processes. Further members are
// ignored.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/grid_shares.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "text/wire.hpp"

namespace skald {

// Which share of how many.

// 1/8 to 8/8.
struct ShareName {
  std::size_t index = 1, of = 1;

  bool operator==(const ShareName&) const = default;

  static auto fields(auto& name) {
    return std::tuple(text::Named{"share", name.index}, text::Named{"of", name.of});
  }
  // Why there is no such share; empty if there is.
  std::string fault() const;
};

std::string to_text(const ShareName& name);
// Reads "3/8". Throws UsageError if it is no share.
ShareName read_share_name(std::string_view text);

struct ShareFile {
  std::string grid;      // its name
  std::string document;  // SHA-256 of its text
  ShareName name;
  std::vector<std::string> runs;  // hashes, without those of reference runs

  static auto fields(auto& file) {
    return std::tuple_cat(
        std::tuple(text::Named{"grid", file.grid}, text::Named{"document", file.document}),
        std::tie(file.name), std::tuple(text::Named{"runs", file.runs}));
  }
};

// Returns the share of the grid that has these runs.
ShareFile share_file(const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                     const ShareName& name, const RunShare& share);

std::string write_share(const ShareFile& share);

// Throws UsageError that names the file if it is no such file, or one of a newer version.
ShareFile read_share(const std::filesystem::path& file);

// Returns the runs of the share among those of the grid. Throws UsageError if the grid has another
// name, or does not have all of the runs any more. A grid whose text has changed may still have
// them.
RunShare find_share(const ShareFile& share, const std::filesystem::path& file,
                    const LoadedGrid& loaded, const std::vector<SweepRun>& runs);

}  // namespace skald
