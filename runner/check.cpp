// skald check WHAT: is the grid right, does the plugin conform?
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "check_options.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "named_plugins.hpp"
#include "plugin_host/kind.hpp"
#include "privacy_findings.hpp"
#include "sweep_runs.hpp"
#include "worker_arguments.hpp"

namespace skald {
namespace {

// A library, or "kind/name" that is no file.
bool names_a_plugin(const std::string& target) {
  if (names_a_library(target)) return true;
  const std::string kind = target.substr(0, target.find('/'));
  const bool known =
      std::any_of(kinds.begin(), kinds.end(), [&](Kind other) { return kind_name(other) == kind; });
  return known && kind != target && !std::filesystem::exists(target);
}

}  // namespace

int check(const CheckCommand& command) {
  if (names_a_plugin(command.target)) return check_conformance(command);
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.target, host);
  WorkerPool pool(1, worker_arguments(command.plugins));
  check_plugin_choices(command.target, loaded.grid, pool);
  list_runs(loaded.grid);
  check_privacy(command.target, loaded.grid, host);
  fmt::print("{}: {} cells x {} replicates, no errors\n", command.target, loaded.grid.cells.size(),
             loaded.grid.replicates);
  return kOk;
}

}  // namespace skald
