// A grid with its runs, and the share of them that a command line asks for.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

#include "cluster/grid_shares.hpp"
#include "cluster/share_file.hpp"
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

struct GridRuns {
  // Throws what load_grid() and list_runs() do, and UsageError if the grid has no such share.
  GridRuns(const std::string& file, const ShareOptions& options, plugin_host::PluginHost& host);
  GridRuns(const GridRuns&) = delete;  // the runs refer to the grid
  GridRuns& operator=(const GridRuns&) = delete;

  // Returns "share 3/8: 120 of 960 runs"; there must be a share.
  std::string share_text() const;

  const LoadedGrid loaded;
  std::vector<SweepRun> runs;        // all of the grid; those of the share are ours
  std::optional<ChosenShare> share;  // nothing: all runs
};

// Tells of runs without a result.

// Returns whether the database has runs without a result; if so, says on stderr how to list them.
bool tell_failures(const std::string& database);

}  // namespace skald
