// skald check GRID: is the grid right?
#include <fmt/core.h>

#include "check_options.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "sweep_runs.hpp"
#include "worker_arguments.hpp"

namespace skald {

int check(const CheckCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  WorkerPool pool(1, worker_arguments(command.plugins));
  check_plugin_choices(command.grid, loaded.grid, pool);
  list_runs(loaded.grid);
  fmt::print("{}: {} cells x {} replicates, no errors\n", command.grid, loaded.grid.cells.size(),
             loaded.grid.replicates);
  return kOk;
}

}  // namespace skald
