// Stored runs that do not stand for what their grid asks for now.
#pragma once

#include <compare>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"
#include "sweep/pending_runs.hpp"

namespace skald {

// What is outdated about a run.
struct Outdated {
  // incomplete: it has not measured all that its grid names. The numbers that it has stand.
  enum class Kind { other_build, other_reference, other_metric, incomplete };
  Kind kind = Kind::other_build;
  std::string of;  // the build, or the names of the metrics

  auto operator<=>(const Outdated&) const = default;
};
// "another build of sampler fald (SHA-256 ...)", "nll not measured".
std::string to_text(const Outdated& outdated);

// A run is outdated if it used a plugin that does not come with Skald and the SHA-256 of that
// plugin's library has changed since: the library may compute other numbers now. A run stands if
// only shipped plugins have been rebuilt: they state a change of their numbers by their numerics
// revision, which is part of a run's identity and which tests hold to golden values. A run that is
// compared with a reference run stands only if that run stands and is the one that the grid names
// now. A run stands only if it has measured what the grid names, by the same options.
struct OutdatedRuns {
  std::map<std::size_t, Outdated> outdated;  // by index of run
  std::size_t standing = 0;       // number of runs that stand although shipped plugins were rebuilt
  std::set<std::string> shipped;  // the rebuilt plugins of those runs: "sampler fald"
};

// The runs that have ended and stand, and those that are outdated.
struct StandingRuns {
  store::FinishedRuns finished = {};
  OutdatedRuns outdated = {};
  store::RunMakers makers = {};
  bool are_all_kept = false;  // whether outdated runs stand, too
};

// Outdated runs stand, too, if `choice` keeps them. Throws UsageError if a run that another study
// than the grid's shares would have to be measured in two ways, DamagedError if what made and
// measured stored runs cannot be read.
StandingRuns standing_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                           const store::StoredRuns& stored, plugin_host::PluginHost& host,
                           const std::string& study);

// Returns what the user should know of outdated runs, one line each.
std::vector<std::string> warnings(const StandingRuns& standing);

// What stored runs have measured.

// Reads RunRecord::measured (see grid::read_measured()). Throws DamagedError.
std::vector<grid::MetricChoice> stored_metrics(const std::string& measured);

// Runs with cells of their own. Not to be copied: the runs refer to the cells.
struct OwnRuns {
  std::vector<SweepRun> runs;
  std::deque<grid::Cell> cells;
};

// Returns the runs of a grid where those that are stored already measure what they have measured,
// besides what the grid names: a run that is done again repeats every number. A metric whose plugin
// is gone, or has changed, is left out. Returns null if no run has measured more than the grid
// names. The cells of `runs` must outlive what is returned.
std::unique_ptr<const OwnRuns> with_stored_metrics(std::span<const SweepRun> runs,
                                                   const store::RunMakers& makers,
                                                   plugin_host::PluginHost& host);

}  // namespace skald
