// skald run GRID: does every pending run of a grid and stores it in a results database.
#include <fmt/core.h>

#include <memory>
#include <set>
#include <utility>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/samples.hpp"
#include "engine/sample_file.hpp"
#include "engines/engines.hpp"
#include "grids/check_options.hpp"
#include "grids/loaded_grid.hpp"
#include "store/damage.hpp"
#include "store/store.hpp"
#include "sweep/declaration.hpp"
#include "sweep/inventory.hpp"
#include "sweep/leftovers.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/probe.hpp"
#include "sweep/rebuilt_plugins.hpp"
#include "sweep/screen.hpp"
#include "sweep/stages.hpp"
#include "sweep/sweep.hpp"
#include "sweep/sweep_events.hpp"
#include "sweep/thread_share.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/shell_word.hpp"
#include "system/standard_streams.hpp"
#include "system/system_limits.hpp"

namespace skald {
namespace {

struct RunCommand {
  PluginOptions plugins;
  std::string grid;
  std::string database;
  std::string engine = kDefaultEngine;
  std::size_t jobs = 0;  // 0: one per processor
  RunChoice choice;
  std::optional<double> max_seconds;
  std::optional<std::int64_t> max_memory;  // bytes, for all workers together
  bool json = false;
  bool allow_network_file_system = false;
};

std::unique_ptr<SweepView> make_view(bool json) {
  if (json) return std::make_unique<SweepEvents>();
  return std::make_unique<Screen>();
}

// Returns the command that does a single run of the grid, to which the run's hash is appended.
std::string alone(const RunCommand& command, const std::string& database) {
  std::string text = "skald run " + shell_word(command.grid) + " --db " + shell_word(database);
  for (const std::string& place : command.plugins.path) {
    text += " --plugin-path " + shell_word(place);
  }
  if (command.plugins.allow_writable) text += " --allow-writable-plugins";
  if (command.plugins.patience != PluginOptions().patience) {
    text += fmt::format(" --patience {:g}", command.plugins.patience);
  }
  if (command.engine != kDefaultEngine) text += " --engine " + command.engine;
  return text + " --only ";
}

store::Store open_store(const RunCommand& command, const std::string& database) {
  store::StoreOptions options;
  options.allow_network_file_system = command.allow_network_file_system;
  store::Store store = store::Store::open(database, options);
  if (store.backup()) {
    print_error("{}: brought to this version; the file as it was is {}\n", database,
                store.backup()->string());
  }
  return store;
}

// Marks as superseded the stored runs that the grid has replaced by others.
void supersede(const SweepPlan& plan, store::Store& store) {
  std::vector<store::RunPlace> places;
  for (const SweepRun& run : plan.runs) {
    if (!plan.finished.contains(run.hash)) places.push_back({run.cell_hash, run.replicate});
  }
  store.supersede(plan.study, places);
}

// Decides which runs of the grid are to be done, and collects what is known of their cost.
SweepPlan plan_sweep(const RunCommand& command, const grid::Grid& grid,
                     const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
                     plugin_host::PluginHost& host, store::Store& store) {
  SweepPlan plan{.runs = runs};
  plan.finished = finished;
  plan.choice = command.choice;
  plan.stages = stages_so_far(command.choice, grid, runs, plan.finished, host, &store);
  plan.pending = plan.stages
                     ? pending_runs(command.choice, runs, plan.finished, plan.stages->advance())
                     : pending_runs(command.choice, runs, plan.finished);
  const auto wall_seconds = [&](const std::string& hash) { return store.wall_seconds(hash); };
  learn_costs(runs, plan.finished, wall_seconds, plan.costs);
  plan.max_seconds = command.max_seconds;
  return plan;
}

// Refuses stored runs whose values have changed since they were stored, unless they are to be done
// again.
void require_whole(const SweepPlan& plan, const store::Store& store) {
  std::set<std::string> pending;
  for (const std::size_t i : plan.pending) pending.insert(plan.runs[i].hash);
  std::string hashes;
  for (const std::string& hash : store.damaged(plan.study)) {
    if (!plan.finished.contains(hash) || pending.contains(hash)) continue;
    hashes.append(hashes.empty() ? "" : ",").append(hash.substr(0, 12));
  }
  if (hashes.empty()) return;
  throw store::DamagedError(store.file().string() + ": runs are not as they were stored; \"" +
                            plan.alone + hashes + " --force\" does them again");
}

// Returns the number of runs that have ended and are not to be done again.
std::size_t cached_runs(const SweepPlan& plan) {
  std::size_t again = 0, ended = 0;
  for (const std::size_t i : plan.pending) again += plan.finished.contains(plan.runs[i].hash);
  for (const SweepRun& run : plan.runs) ended += plan.finished.contains(run.hash);
  return ended - again;
}

// Counts by status the runs that ended without a result before and are not to be done again.
Counts lasting_failures(const SweepPlan& plan) {
  const std::set<std::size_t> pending(plan.pending.begin(), plan.pending.end());
  Counts counts;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    const auto ended = plan.finished.find(plan.runs[i].hash);
    if (ended == plan.finished.end() || record::is_result(ended->second) || pending.contains(i))
      continue;
    ++counts[std::string(name_of(ended->second))];
  }
  return counts;
}

// Returns "where runs are done (default: local). local: ...; inline: ...".
std::string engine_help() {
  std::string text = std::string("where runs are done (default: ") + kDefaultEngine + ")";
  for (const EngineKind& engine : engines()) {
    text += fmt::format("; {}: {}", engine.name, engine.summary);
  }
  return text;
}

// Reports arrays of draws without a run. They are not removed, since they may be the only copies of
// another database that had this name before.
void tell_of_samples(const std::string& database, SweepView& view) {
  const std::size_t arrays = samples_without_run(store::StoreReader(database)).size();
  if (arrays == 0) return;
  view.say(
      fmt::format("{} arrays of draws in {} belong to no run of the database; skald prune {} --yes "
                  "removes them",
                  arrays, sample_folder(database).string(), shell_word(database)));
}

void tell_of_decisions(const std::string& database, const Counts& decided, std::size_t cells,
                       SweepView& view) {
  if (decided.empty()) return;
  view.say(fmt::format("{} of {} cells are decided ({}); skald query {} decisions says by what",
                       total(decided), cells, listed(decided), shell_word(database)));
}

int run_grid(const RunCommand& command) {
  require_sense(command.choice);
  outlive_readers();
  outlive_file_size_limit();
  const OpenFilesLimit open_files;
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  const ThreadShare share = thread_share(runs, worker_count(command.jobs));
  const OpenFilesLimit::Allowance allowance = open_files.allow(share.workers);
  const auto engine = make_engine(
      command.engine,
      {.plugins = command.plugins, .jobs = allowance.workers, .memory = command.max_memory});
  check_plugin_choices(command.grid, loaded.grid, *engine);

  const std::string database =
      command.database.empty() ? loaded.grid.name + ".db" : command.database;
  const InterruptCounter interrupts;
  store::Store store = open_store(command, database);
  const std::int64_t study = declare(loaded, store);
  const StandingRuns standing = standing_runs(runs, store, host, command.choice.keep);
  SweepPlan plan = plan_sweep(command, loaded.grid, runs, standing.finished, host, store);
  remove_leftovers(database, plan.finished);
  plan.alone = alone(command, database);
  plan.study = study;
  plan.workers = engine->jobs_at_once();
  plan.threads = share.threads;
  require_whole(plan, store);
  supersede(plan, store);

  const std::unique_ptr<SweepView> view = make_view(command.json);
  const std::size_t cached = cached_runs(plan);
  const Counts failures = command.choice.only.empty() ? lasting_failures(plan) : Counts();
  view->start(cached + plan.pending.size(), cached);
  if (allowance.notice) view->say(*allowance.notice);
  if (share.threads > 1) {
    view->say(
        fmt::format("{} runs at a time, with up to {} threads each", plan.workers, share.threads));
  }
  for (const std::string& line : warnings(standing.rebuilt, command.choice.keep)) view->say(line);
  Sweep sweep(std::move(plan), store, host, *engine, *view);
  const bool complete = sweep.go(interrupts);
  tell_of_samples(database, *view);
  tell_of_decisions(database, sweep.decided(), loaded.grid.cells.size(), *view);
  if (!failures.empty()) {
    view->say(fmt::format("{} of the cached runs have no result ({}); --retry {} does them again",
                          total(failures), listed(failures), names_of(failures)));
  }
  view->end(complete, database);
  if (!complete) return kInterrupted;
  return sweep.counts().failed > 0 || !failures.empty() ? kSomeRunsFailed : kOk;
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "run", "do every run of a grid that is not in the database yet", run_grid);
  line.add_option("grid", command.grid, "grid file")->required();
  line.add_option("--db", command.database, "results database (default: the grid's name.db)");
  line.add_option("--engine", command.engine, engine_help());
  add_jobs(line, command.jobs,
           "threads of all runs together, one per run unless run.threads says more (default: one "
           "per processor)");
  add_choice(line, command.choice);
  line.add_option("--max-seconds", command.max_seconds, "begin no further run after so long")
      ->check(CLI::PositiveNumber);
  line.add_option("--max-memory", command.max_memory,
                  "bytes for all runs under way together; beyond, the largest is stopped")
      ->check(CLI::PositiveNumber)
      ->transform(CLI::AsSizeValue(false));
  line.add_flag("--json", command.json, "report to stdout, one JSON object per line");
  add_network_option(line, command.allow_network_file_system);
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
