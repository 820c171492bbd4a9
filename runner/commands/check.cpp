// skald check WHAT: checks a grid, or a plugin's conformance.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/check_conformance.hpp"
#include "engines/engines.hpp"
#include "grids/check_options.hpp"
#include "grids/finding.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/privacy_findings.hpp"
#include "grids/sweep_runs.hpp"
#include "grids/trial_builds.hpp"
#include "options/option_value.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

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

// What is told of a grid.
struct Examined {
  std::vector<Finding> errors, notes;
  std::string summary;
  std::set<std::string> said = {};  // messages of errors

  // Each mistake once.
  void add_errors(const LoadedGrid& loaded, const std::vector<CellFault>& faults) {
    for (const CellFault& fault : faults) {
      if (said.insert(fault.finding.message).second) append(errors, findings_of(loaded, {fault}));
    }
  }
  static void append(std::vector<Finding>& to, const std::vector<Finding>& findings) {
    to.insert(to.end(), findings.begin(), findings.end());
  }
  void add_notes(const std::vector<Finding>& findings) { append(notes, findings); }
};

// What was not built, since it would have filled the cache.
std::vector<Finding> not_tried(const LoadedGrid& loaded, std::vector<CellFault> large) {
  for (CellFault& fault : large) fault.finding.message.insert(0, "not tried: ");
  return findings_of(loaded, large, Finding::Severity::note);
}

void add_first_cells(const LoadedGrid& loaded, double patience, Engine& engine, Examined& found) {
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  const TrialLimits limits{
      .cell_seconds = patience, .seconds = 2 * patience, .slow_cells_take_none = true};
  const TrialBuilds builds = build_first_cells(runs, all_of(runs), limits, engine);
  found.add_notes(not_tried(loaded, builds.large));
  found.add_notes(findings_of(loaded, builds.odd, Finding::Severity::note));
  for (const auto* faults : {&builds.faults, &builds.lost, &builds.slow})
    found.add_errors(loaded, *faults);
  found.add_notes(unbuilt(loaded, builds));
}

Examined examined(const CheckCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.target, host);
  const auto engine = make_engine(command.plugins, worker_count(0));
  Examined found;
  const TriedChoices choices = try_choices(loaded.grid, *engine, kChoiceSeconds);
  found.add_errors(loaded, choices.refusals);
  found.add_notes(untried(loaded, choices));
  add_first_cells(loaded, command.plugins.patience, *engine, found);
  for (const Finding& finding : check_privacy(loaded, *engine, command.plugins.patience)) {
    const bool is_error = finding.severity == Finding::Severity::error;
    if (is_error && !found.said.insert(finding.said.message).second) continue;
    (is_error ? found.errors : found.notes).push_back(finding);
  }
  found.summary = fmt::format("{}: {} x {}{}, no errors\n", command.target,
                              text::counted(loaded.grid.cells.size(), "cell"),
                              loaded.grid.stopping.are_open() ? "at most " : "",
                              text::counted(loaded.grid.replicates, "replicate"));
  return found;
}

int check_for_programs(const CheckCommand& command) {
  Examined found;
  try {
    found = examined(command);
  } catch (const GridFaults& faults) {
    found.errors = faults.findings;
  }
  print_out("{}{}", json_of(found.notes), json_of(found.errors));
  return found.errors.empty() ? kOk : kUsage;
}

int check(const CheckCommand& command) {
  if (names_a_plugin(command.target)) return check_conformance(command);
  if (!command.options.empty() || !command.dataset.empty() || !command.like.empty() ||
      !command.held.empty() || command.tolerance) {
    throw UsageError("--options, --dataset, --like, --hold and --tolerance are for plugins, and " +
                     command.target + " is taken for a grid: leave them out");
  }
  if (command.json) return check_for_programs(command);
  const Examined found = examined(command);
  print_error("{}", text_of(found.notes));
  if (!found.errors.empty()) throw GridFaults(found.errors);
  print_out("{}", found.summary);
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
                  "of a sampler: another one, sampler/NAME or a file, whose estimates it must have "
                  "under the same options");
  line.add_option("--hold", command.held,
                  "of a sampler: options whose values the kit does not vary")
      ->delimiter(',');
  line.add_option("--tolerance", command.tolerance,
                  "of a sampler that states no law: largest error of its means in standard "
                  "deviations, and of its variances relatively")
      ->check(CLI::PositiveNumber);
  line.add_flag("--json", command.json, "findings, one JSON object per line");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
