// Decides which runs of a grid are to be done.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store.hpp"
#include "system/open_plugins.hpp"

namespace skald {

// What a command line asks of a sweep. Whoever does a part of it reads here what it is to do.

// Which runs of a grid are to be done.
struct RunChoice {
  bool force = false;                   // also runs that have ended
  bool keep = false;                    // except runs made by other builds of their plugins
  std::vector<std::string> retry = {};  // also runs that ended with one of these statuses
  std::vector<std::string> only = {};   // only runs with such a hash prefix, even failed ones
  // At most this many runs, the first ones in the order of pending_runs(), not counting the
  // reference runs that they need.
  std::optional<std::size_t> limit = {};
};

struct SweepOptions {
  PluginOptions plugins = {};
  std::string grid = {};      // file
  std::string database = {};  // empty: the grid's name.db
  std::size_t jobs = 0;       // threads of all runs together; 0: one per processor
  RunChoice choice = {};
  std::optional<double> max_seconds = {};  // wall time after which no further run is begun
  bool allow_network_file_system = false;

  std::string database_of(const std::string& grid_name) const {
    return database.empty() ? grid_name + ".db" : database;
  }
};

// Returns how the run has ended; nothing if it has not.
inline std::optional<record::RunStatus> status_of(const store::FinishedRuns& finished,
                                                  const SweepRun& run) {
  if (finished.empty()) return std::nullopt;  // as for all of a million runs of a new grid
  const auto found = finished.find(run.hash.text());
  return found == finished.end() ? std::nullopt : std::optional(found->second);
}

// Throws UsageError if its members contradict each other.
void require_sense(const RunChoice& choice);

// Returns indices into `runs` in the order in which they are to be done: every cell's first
// replicate, then every cell's second, and so on, so that a sweep that is cut short has something
// of every cell; within a replicate, references come first. A run that has ended is left out unless
// `choice` asks for it or it failed and the reference run that it needs is to be done again. A
// reference run is included if a chosen run needs it, if `choice.only` names it, or if the grid
// declares it as a cell, too.
std::vector<std::size_t> pending_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                                      const store::FinishedRuns& finished);
// Same, for only the runs at `candidates` and the reference runs that they need.
std::vector<std::size_t> pending_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                                      const store::FinishedRuns& finished,
                                      std::vector<std::size_t> candidates);

// Returns whether the run has no result yet, or must be done again although it has ended.
bool is_to_do(const RunChoice& choice, std::span<const SweepRun> runs,
              const store::FinishedRuns& finished, const SweepRun& run);

}  // namespace skald
