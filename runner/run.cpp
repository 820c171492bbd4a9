// skald run GRID: every pending run of a grid into a results database.
#include <fmt/core.h>

#include <memory>

#include "check_options.hpp"
#include "commands.hpp"
#include "declaration.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "pending_runs.hpp"
#include "screen.hpp"
#include "store/store.hpp"
#include "sweep.hpp"
#include "sweep_events.hpp"
#include "worker_arguments.hpp"

namespace skald {
namespace {

std::unique_ptr<SweepView> make_view(bool json) {
  if (json) return std::make_unique<SweepEvents>();
  return std::make_unique<Screen>();
}

// The command that runs one run of the grid alone, up to its hash.
std::string alone(const RunCommand& command, const std::string& database) {
  std::string text = "skald run " + command.grid + " --db " + database;
  for (const std::string& place : command.plugins.path) text += " --plugin-path " + place;
  if (command.plugins.allow_writable) text += " --allow-writable-plugins";
  return text + " --only ";
}

// Those that have ended and are not to be done again.
std::size_t cached_runs(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& pending,
                        const FinishedRuns& finished) {
  std::size_t again = 0, ended = 0;
  for (const std::size_t i : pending) again += finished.contains(runs[i].hash);
  for (const SweepRun& planned : runs) ended += finished.contains(planned.hash);
  return ended - again;
}

}  // namespace

int run(const RunCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  const std::size_t workers = worker_count(command.jobs);
  WorkerPool pool(workers, worker_arguments(command.plugins), command.max_memory);
  check_plugin_choices(command.grid, loaded.grid, pool);

  const std::string database =
      command.database.empty() ? loaded.grid.name + ".db" : command.database;
  StoreOptions options;
  options.allow_network_file_system = command.allow_network_file_system;
  const InterruptCounter interrupts;
  Store store = Store::open(database, options);
  const std::int64_t study = declare(loaded, store);
  std::vector<std::string> hashes;
  for (const SweepRun& planned : runs) hashes.push_back(planned.hash);
  FinishedRuns finished = store.finished(hashes);
  const std::vector<std::size_t> pending = pending_runs(command.choice, runs, finished);

  const std::unique_ptr<SweepView> view = make_view(command.json);
  const std::size_t cached = cached_runs(runs, pending, finished);
  view->start(cached + pending.size(), cached);
  Sweep sweep({.alone = alone(command, database),
               .study = study,
               .runs = runs,
               .pending = pending,
               .finished = std::move(finished),
               .max_seconds = command.max_seconds,
               .workers = workers},
              store, host, pool, *view);
  const bool complete = sweep.go(interrupts);
  view->end(complete, database);
  if (!complete) return kInterrupted;
  return sweep.counts().failed > 0 ? kSomeRunsFailed : kOk;
}

}  // namespace skald
