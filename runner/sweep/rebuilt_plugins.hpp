// Stored runs that other builds of their plugins have made.
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

// The numbers of a plugin that is not shipped are those of its library: where its SHA-256 is
// another one than when a run was made, the run does not stand. The numbers of a shipped plugin are
// told by its numerics revision, which is part of a run's identity and which tests hold to golden
// values: its runs stand. A run that is compared with a reference run stands if that one does and
// is the one that the grid names now.
struct RebuiltPlugins {
  std::map<std::size_t, std::string> outdated;  // by index of run: what they are of
  std::size_t standing = 0;                     // runs of other builds of shipped plugins alone
  std::set<std::string> shipped;                // these plugins: "sampler fald"
};

// Looks at those of `runs` that are in `finished`; `makers` are the store's of them.
RebuiltPlugins rebuilt_plugins(const std::vector<SweepRun>& runs,
                               const store::FinishedRuns& finished, const store::RunMakers& makers,
                               plugin_host::PluginHost& host);

// The runs that have ended and stand, and those that do not for their plugins.
struct StandingRuns {
  store::FinishedRuns finished;
  RebuiltPlugins rebuilt;
};

// `store` is a Store or a StoreReader; `keep`: outdated runs stand too.
template <class Reader>
StandingRuns standing_runs(const std::vector<SweepRun>& runs, Reader& store,
                           plugin_host::PluginHost& host, bool keep) {
  std::vector<std::string> hashes;
  hashes.reserve(runs.size());
  for (const SweepRun& run : runs) hashes.push_back(run.hash);
  StandingRuns standing{.finished = store.finished(hashes), .rebuilt = {}};
  standing.rebuilt = rebuilt_plugins(runs, standing.finished, store.makers(hashes), host);
  if (keep) return standing;
  for (const auto& [run, build] : standing.rebuilt.outdated) {
    standing.finished.erase(runs[run].hash);
  }
  return standing;
}

// What people should know of it, a line each; `keep`: outdated runs are kept.
std::vector<std::string> warnings(const RebuiltPlugins& rebuilt, bool keep);

}  // namespace skald
