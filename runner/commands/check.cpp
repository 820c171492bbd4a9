// skald check WHAT: checks a grid, or a plugin's conformance.
#include <algorithm>
#include <filesystem>
#include <numeric>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/check_conformance.hpp"
#include "engines/engines.hpp"
#include "grids/check_options.hpp"
#include "grids/grid_place.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/privacy_findings.hpp"
#include "grids/sweep_runs.hpp"
#include "grids/trial_builds.hpp"
#include "options/kind.hpp"
#include "system/exit_code.hpp"
#include "system/named_plugins.hpp"
#include "system/standard_streams.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// Returns whether `target` is a library, or a "kind/name" that is not a file.
bool names_a_plugin(const std::string& target) {
  if (names_a_library(target)) return true;
  const std::string kind = target.substr(0, target.find('/'));
  const bool known = std::any_of(options::kinds.begin(), options::kinds.end(),
                                 [&](Kind other) { return options::name_of(other) == kind; });
  return known && kind != target && !std::filesystem::exists(target);
}

void check_first_cells(const std::string& file, const std::string& grid,
                       const std::vector<SweepRun>& runs, double patience, Engine& engine) {
  std::vector<std::size_t> all(runs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const TrialLimits limits{
      .cell_seconds = patience, .seconds = 2 * patience, .slow_cells_take_none = true};
  const TrialBuilds builds = build_first_cells(runs, all, limits, engine);
  std::string text;
  for (const std::string& large : builds.large)
    text += grid_place(file, grid, large) + ": note: not tried: " + large + "\n";
  for (const auto* faults : {&builds.faults, &builds.slow}) {
    for (const std::string& fault : *faults)
      text += grid_place(file, grid, fault) + ": error: " + fault + "\n";
  }
  const std::string unbuilt = unbuilt_text(builds);
  if (!unbuilt.empty()) text += file + ": " + unbuilt + "\n";
  if (!builds.faults.empty() || !builds.slow.empty()) throw GridError(text::printable(text));
  print_error(text);
}

int check(const CheckCommand& command) {
  if (names_a_plugin(command.target)) return check_conformance(command);
  if (!command.options.empty() || !command.dataset.empty() || !command.like.empty() ||
      !command.held.empty() || command.tolerance || command.json) {
    throw UsageError(
        "--options, --dataset, --like, --hold, --tolerance and --json are for plugins, and " +
        command.target + " is taken for a grid: leave them out");
  }
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.target, host);
  const auto engine = make_engine(command.plugins, worker_count(0));
  check_plugin_choices(command.target, loaded, *engine);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  check_first_cells(command.target, loaded.text, runs, command.plugins.patience, *engine);
  print_error(check_privacy(command.target, loaded, *engine, command.plugins.patience));
  print_out("{}: {} cells x {}{} replicates, no errors\n", command.target, loaded.grid.cells.size(),
            loaded.grid.stopping.are_open() ? "at most " : "", loaded.grid.replicates);
  return kOk;
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "check",
                  "check a grid, or whether a plugin keeps the promises of the SDK", check);
  line.add_option("what", command.target, "grid file; or a plugin: kind/name, or library file")
      ->required();
  line.add_option("--options", command.options,
                  "options of the plugin, as the JSON object of a grid");
  line.add_option("--dataset", command.dataset,
                  "of a model: the data set on whose rows it is checked, in place of the kit's "
                  "tables, as the JSON object of a grid: '{\"plugin\": NAME, ...}'");
  line.add_option("--like", command.like,
                  "of a sampler: another one, sampler/NAME, whose estimates it must have under the "
                  "same options");
  line.add_option("--hold", command.held,
                  "of a sampler: options whose values the kit does not vary")
      ->delimiter(',');
  line.add_option("--tolerance", command.tolerance,
                  "of a sampler that states no law: largest error of its means in standard "
                  "deviations, and of its variances relatively")
      ->check(CLI::PositiveNumber);
  line.add_flag("--json", command.json, "a plugin's findings, one JSON object per line");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
