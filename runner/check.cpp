// skald check WHAT: is the grid right, does the plugin conform?
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "check_options.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "named_plugins.hpp"
#include "plugin_host/kind.hpp"
#include "privacy_findings.hpp"
#include "sweep_runs.hpp"
#include "trial_builds.hpp"
#include "worker_arguments.hpp"

namespace skald {
namespace {

constexpr TrialLimits kTrialLimits{.cell_seconds = 60, .seconds = 120};

// A library, or "kind/name" that is no file.
bool names_a_plugin(const std::string& target) {
  if (names_a_library(target)) return true;
  const std::string kind = target.substr(0, target.find('/'));
  const bool known =
      std::any_of(kinds.begin(), kinds.end(), [&](Kind other) { return kind_name(other) == kind; });
  return known && kind != target && !std::filesystem::exists(target);
}

void check_first_cells(const std::string& file, const std::vector<SweepRun>& runs,
                       WorkerPool& pool) {
  std::vector<std::size_t> all(runs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const TrialBuilds builds = build_first_cells(runs, all, kTrialLimits, pool);
  for (const std::string& fault : builds.faults) {
    fmt::print(stderr, "{}: error: {}\n", file, fault);
  }
  const std::string unbuilt = unbuilt_text(builds);
  if (!unbuilt.empty()) fmt::print(stderr, "{}: {}\n", file, unbuilt);
  if (!builds.faults.empty()) throw UsageError("");
}

}  // namespace

int check(const CheckCommand& command) {
  if (names_a_plugin(command.target)) return check_conformance(command);
  if (!command.options.empty() || command.tolerance || command.json) {
    throw UsageError("--options, --tolerance and --json are for plugins, and " + command.target +
                     " is taken for a grid: leave them out");
  }
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.target, host);
  WorkerPool pool(worker_count(0), worker_arguments(command.plugins));
  check_plugin_choices(command.target, loaded.grid, pool);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  check_first_cells(command.target, runs, pool);
  check_privacy(command.target, loaded.grid, host);
  fmt::print("{}: {} cells x {} replicates, no errors\n", command.target, loaded.grid.cells.size(),
             loaded.grid.replicates);
  return kOk;
}

}  // namespace skald
