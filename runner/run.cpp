// skald run GRID: every pending run of a grid into a results database.
#include <fmt/core.h>

#include <memory>
#include <set>
#include <utility>

#include "check_options.hpp"
#include "commands.hpp"
#include "declaration.hpp"
#include "exit_code.hpp"
#include "inventory.hpp"
#include "leftovers.hpp"
#include "loaded_grid.hpp"
#include "pending_runs.hpp"
#include "probe.hpp"
#include "rebuilt_plugins.hpp"
#include "screen.hpp"
#include "shell_word.hpp"
#include "standard_streams.hpp"
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
  std::string text = "skald run " + shell_word(command.grid) + " --db " + shell_word(database);
  for (const std::string& place : command.plugins.path) {
    text += " --plugin-path " + shell_word(place);
  }
  if (command.plugins.allow_writable) text += " --allow-writable-plugins";
  return text + " --only ";
}

Store open_store(const RunCommand& command, const std::string& database) {
  StoreOptions options;
  options.allow_network_file_system = command.allow_network_file_system;
  Store store = Store::open(database, options);
  if (store.backup()) {
    fmt::print(stderr, "{}: brought to this version; the file as it was is {}\n", database,
               store.backup()->string());
  }
  return store;
}

// The stored runs in whose place the grid has others now are no current ones any more.
void supersede(const SweepPlan& plan, Store& store) {
  std::vector<RunPlace> places;
  for (const SweepRun& run : plan.runs) {
    if (!plan.finished.contains(run.hash)) places.push_back({run.cell_hash, run.replicate});
  }
  store.supersede(plan.study, places);
}

// What of the grid is to be done, and what is known of its cost.
SweepPlan plan_sweep(const RunCommand& command, const std::vector<SweepRun>& runs,
                     const FinishedRuns& finished, const Store& store) {
  SweepPlan plan{.runs = runs};
  plan.finished = finished;
  plan.pending = pending_runs(command.choice, runs, plan.finished);
  const auto wall_seconds = [&](const std::string& hash) { return store.wall_seconds(hash); };
  learn_costs(runs, plan.finished, wall_seconds, plan.costs);
  plan.max_seconds = command.max_seconds;
  return plan;
}

// Those that have ended and are not to be done again.
std::size_t cached_runs(const SweepPlan& plan) {
  std::size_t again = 0, ended = 0;
  for (const std::size_t i : plan.pending) again += plan.finished.contains(plan.runs[i].hash);
  for (const SweepRun& run : plan.runs) ended += plan.finished.contains(run.hash);
  return ended - again;
}

// By status: those that ended without a result before and are not to be done again.
Counts lasting_failures(const SweepPlan& plan) {
  const std::set<std::size_t> pending(plan.pending.begin(), plan.pending.end());
  Counts counts;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    const auto ended = plan.finished.find(plan.runs[i].hash);
    if (ended == plan.finished.end() || is_result(ended->second) || pending.contains(i)) continue;
    ++counts[std::string(to_text(ended->second))];
  }
  return counts;
}

}  // namespace

int run(const RunCommand& command) {
  require_sense(command.choice);
  outlive_readers();
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  const std::size_t workers = worker_count(command.jobs);
  WorkerPool pool(workers, worker_arguments(command.plugins), command.max_memory);
  check_plugin_choices(command.grid, loaded.grid, pool);

  const std::string database =
      command.database.empty() ? loaded.grid.name + ".db" : command.database;
  const InterruptCounter interrupts;
  Store store = open_store(command, database);
  const std::int64_t study = declare(loaded, store);
  const StandingRuns standing = standing_runs(runs, store, host, command.choice.keep);
  SweepPlan plan = plan_sweep(command, runs, standing.finished, store);
  remove_leftovers(database, plan.finished);
  plan.alone = alone(command, database);
  plan.study = study;
  plan.workers = workers;
  supersede(plan, store);

  const std::unique_ptr<SweepView> view = make_view(command.json);
  const std::size_t cached = cached_runs(plan);
  const Counts failures = command.choice.only.empty() ? lasting_failures(plan) : Counts();
  view->start(cached + plan.pending.size(), cached);
  for (const std::string& line : warnings(standing.rebuilt, command.choice.keep)) view->say(line);
  Sweep sweep(std::move(plan), store, host, pool, *view);
  const bool complete = sweep.go(interrupts);
  if (!failures.empty()) {
    view->say(fmt::format("{} of the cached runs have no result ({}); --retry {} does them again",
                          total(failures), listed(failures), names_of(failures)));
  }
  view->end(complete, database);
  if (!complete) return kInterrupted;
  return sweep.counts().failed > 0 || !failures.empty() ? kSomeRunsFailed : kOk;
}

}  // namespace skald
