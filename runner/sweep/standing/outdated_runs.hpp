// Stored runs that do not stand for what their grid asks for now.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"

namespace skald {

// What is outdated about a run.
struct Outdated {
  // incomplete: it has not measured all that its grid names. The numbers that it has stand.
  enum class Kind { other_build, other_reference, other_metric, incomplete };
  Kind kind = Kind::other_build;
  std::string of;  // the build, or the names of the metrics

  bool operator<(const Outdated& other) const {
    return std::tie(kind, of) < std::tie(other.kind, other.of);
  }
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

// Judges those of `runs` that are in `finished`. `makers` are the store's records of what made and
// measured them. Throws DamagedError if they cannot be read.
OutdatedRuns outdated_runs(const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
                           const store::RunMakers& makers, plugin_host::PluginHost& host);

// The runs that have ended and stand, and those that are outdated.
struct StandingRuns {
  store::FinishedRuns finished;
  OutdatedRuns outdated;
  store::RunMakers makers;
};

// Throws UsageError: a metric has other options in this grid than in the study `other`, which
// shares the run.
[[noreturn]] void refuse_other_meaning(const SweepRun& run, const Outdated& outdated,
                                       const std::string& other);

// `store` is a Store or a StoreReader. If `keep` is true, outdated runs stand too. Throws
// UsageError if a run that another study than the grid's shares would have to be measured in two
// ways.
template <class Reader>
StandingRuns standing_runs(const std::vector<SweepRun>& runs, Reader& store,
                           plugin_host::PluginHost& host, bool keep, const std::string& study) {
  std::vector<std::string> hashes;
  hashes.reserve(runs.size());
  for (const SweepRun& run : runs) hashes.push_back(run.hash.text());
  StandingRuns standing{
      .finished = store.finished(hashes), .outdated = {}, .makers = store.makers(hashes)};
  standing.outdated = outdated_runs(runs, standing.finished, standing.makers, host);
  for (const auto& [run, outdated] : standing.outdated.outdated) {
    if (outdated.kind != Outdated::Kind::other_metric) continue;
    if (const auto other = store.other_study(hashes[run], study))
      refuse_other_meaning(runs[run], outdated, *other);
  }
  if (keep) return standing;
  for (const auto& [run, outdated] : standing.outdated.outdated) {
    standing.finished.erase(hashes[run]);
  }
  return standing;
}

// Returns what the user should know of `outdated`, one line each. `keep` says whether outdated runs
// stand.
std::vector<std::string> warnings(const OutdatedRuns& outdated, bool keep);

}  // namespace skald
