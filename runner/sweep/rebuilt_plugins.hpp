// Stored runs that were made by other builds of their plugins.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"

namespace skald {

// A run is outdated if it used a plugin that does not come with Skald and the SHA-256 of that
// plugin's library has changed since: the library may compute other numbers now. A run stands if
// only shipped plugins have been rebuilt: they state a change of their numbers by their numerics
// revision, which is part of a run's identity and which tests hold to golden values. A run that is
// compared with a reference run stands only if that run stands and is the one that the grid names
// now.
struct RebuiltPlugins {
  std::map<std::size_t, std::string> outdated;  // by index of run: what is outdated about it
  std::size_t standing = 0;       // number of runs that stand although shipped plugins were rebuilt
  std::set<std::string> shipped;  // the rebuilt plugins of those runs: "sampler fald"
};

// Judges those of `runs` that are in `finished`. `makers` are the store's records of the plugins
// that made them.
RebuiltPlugins rebuilt_plugins(const std::vector<SweepRun>& runs,
                               const store::FinishedRuns& finished, const store::RunMakers& makers,
                               plugin_host::PluginHost& host);

// The runs that have ended and stand, and those that are outdated.
struct StandingRuns {
  store::FinishedRuns finished;
  RebuiltPlugins rebuilt;
};

// `store` is a Store or a StoreReader. If `keep` is true, outdated runs stand too.
template <class Reader>
StandingRuns standing_runs(const std::vector<SweepRun>& runs, Reader& store,
                           plugin_host::PluginHost& host, bool keep) {
  std::vector<std::string> hashes;
  hashes.reserve(runs.size());
  for (const SweepRun& run : runs) hashes.push_back(run.hash.text());
  StandingRuns standing{.finished = store.finished(hashes), .rebuilt = {}};
  standing.rebuilt = rebuilt_plugins(runs, standing.finished, store.makers(hashes), host);
  if (keep) return standing;
  for (const auto& [run, build] : standing.rebuilt.outdated) {
    standing.finished.erase(runs[run].hash.text());
  }
  return standing;
}

// Returns what the user should know of `rebuilt`, one line each. `keep` says whether outdated runs
// stand.
std::vector<std::string> warnings(const RebuiltPlugins& rebuilt, bool keep);

}  // namespace skald
