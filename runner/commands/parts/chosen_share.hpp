// The share of a grid that a command line asks for.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cluster/grid_shares.hpp"
#include "cluster/share_name.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

struct ShareOptions {
  std::string shard;  // "3/8"; empty: none
  std::string file;   // see cluster/share_file.hpp; empty: none
};

void add_share(CLI::App& line, ShareOptions& options);

struct ChosenShare {
  ShareName name;
  RunShare runs;
};

// Returns the share that the options ask for; nothing if they ask for all runs. Throws UsageError
// if the grid has no such share.
std::optional<ChosenShare> chosen_share(const ShareOptions& options, const LoadedGrid& loaded,
                                        const std::vector<SweepRun>& runs);

// Returns "share 3/8: 120 of 960 runs".
std::string share_text(const ChosenShare& share, const std::vector<SweepRun>& runs);

}  // namespace skald
