// skald run GRID: does every pending run of a grid and stores it in a results database.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "commands/cluster/submit_grid.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/destination.hpp"
#include "commands/parts/grid_runs.hpp"
#include "database/open_database.hpp"
#include "engines/engines.hpp"
#include "grids/check_options.hpp"
#include "grids/trial_builds.hpp"
#include "sweep/declaration.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/screen.hpp"
#include "sweep/sweep.hpp"
#include "sweep/sweep_plan.hpp"
#include "sweep/sweep_view.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "system/system_limits.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct RunCommand {
  SubmitOptions sweep;  // those of a sweep, and with --engine slurm those of its tasks
  std::string engine = kDefaultEngine;
  EngineOptions workers;  // as far as the command line says
  ShareOptions share;
  PublishOptions publish;
  bool json = false;
};

std::unique_ptr<SweepView> make_view(bool json) {
  if (json) return std::make_unique<SweepEvents>();
  return std::make_unique<Screen>();
}

// The engine, and how its workers share the cores.
struct Workers {
  ThreadShare threads;
  std::optional<std::string> notice;  // what the user should know of them
  std::unique_ptr<Engine> engine;
};

Workers make_workers(const RunCommand& command, const GridRuns& grid, const OpenFilesLimit& files) {
  const ThreadShare threads = thread_share(grid.runs, worker_count(command.sweep.jobs));
  OpenFilesLimit::Allowance allowance = files.allow(threads.workers);
  EngineOptions options = command.workers;
  options.plugins = command.sweep.plugins;
  options.jobs = allowance.workers;
  return {threads, std::move(allowance.notice), engine_named(command.engine).make(options)};
}

// Throws GridFaults if runs of the grid cannot begin, before any is done. Only what can be tried in
// a moment is, and a plugin that ends its process harms no other run. What runs of a share are,
// another machine has decided.
void require_beginnings(const GridRuns& grid, const std::vector<std::size_t>& pending,
                        Engine& engine) {
  if (grid.share) return;
  constexpr TrialLimits moment{.cell_seconds = 2, .seconds = 2};
  const TrialBuilds builds = build_first_cells(grid.runs, pending, moment, engine);
  if (!builds.faults.empty()) throw GridFaults(findings_of(grid.loaded, builds.faults));
}

void tell_beginning(const SweepPlan& plan, const GridRuns& grid, const Workers& workers,
                    SweepView& view) {
  view.start(plan.cached + plan.pending.size(), plan.cached);
  if (grid.share) view.say(grid.share_text());
  if (workers.notice) view.say(*workers.notice);
  if (plan.threads.threads > 1) {
    view.say(fmt::format("{} at a time, with up to {} each",
                         text::counted(workers.engine->jobs_at_once(), "run"),
                         text::counted(plan.threads.threads, "thread")));
  }
  if (plan.threads.borrows) view.say("runs under way use idle cores, too (run.threads auto)");
  for (const std::string& line : warnings(plan.standing)) view.say(line);
}

// `failures`: of earlier sweeps.
void tell_end(const SweepResults& results, const Counts& failures, const GridRuns& grid,
              Destination& destination, SweepView& view) {
  destination.tell_of_samples();
  if (!results.decided.empty()) {
    view.say(fmt::format("{} of {} decided ({}); skald query {} decisions says by what",
                         total(results.decided),
                         text::counted(grid.loaded.grid.cells.size(), "cell is", "cells are"),
                         listed(results.decided), shell_word(destination.file())));
  }
  if (results.silent > 0) {
    view.say(
        fmt::format("in {} no client has ever reported: nothing has moved there; skald show {} "
                    "HASH says what to change",
                    text::counted(results.silent, "run"), shell_word(destination.file())));
  }
  if (!failures.empty()) {
    view.say(fmt::format("{} of the cached runs have no result ({}); --retry {} does them again",
                         total(failures), listed(failures), names_of(failures)));
  }
  const std::string database = destination.hand_over(results.counts.ended());
  view.end(results.is_complete, database, destination.next());
}

// The arguments of the command for a single run.
std::vector<std::string> words_of(const RunCommand& command) {
  std::vector<std::string> words = plugin_arguments(command.sweep.plugins);
  if (command.engine != kDefaultEngine) words.insert(words.end(), {"--engine", command.engine});
  return words;
}

int run_here(const RunCommand& command) {
  const SweepOptions& options = command.sweep;
  require_sense(options.choice);
  outlive_readers();
  outlive_file_size_limit();
  const OpenFilesLimit open_files;
  plugin_host::PluginHost host = open_plugins(options.plugins);

  // The document becomes a grid,
  const GridRuns grid(options.grid, command.share, host);
  const Workers workers = make_workers(command, grid, open_files);
  check_plugin_choices(grid.loaded, *workers.engine);

  const InterruptCounter interrupts;
  const std::unique_ptr<SweepView> view = make_view(command.json);
  Destination destination(command.publish, options.database_of(grid.loaded.grid.name), grid, *view);
  const bool is_whole = options.choice.only.empty() && !options.choice.limit;
  const bool is_new = is_whole && !std::filesystem::exists(destination.file());
  if (is_new) require_beginnings(grid, all_of(grid.runs), *workers.engine);
  std::optional store = open_store(destination.file(), options.allow_network_file_system);

  // the grid and what the store has of it a plan of runs,
  destination.go_on(*store);
  SweepPlan plan = plan_sweep(options, grid.loaded.grid, grid.runs, &*store, host);
  if (!is_new) require_beginnings(grid, plan.pending, *workers.engine);
  plan.study = destination.declare_study(*store);
  plan.alone = alone(options.grid, destination.database(), words_of(command));
  plan.threads = workers.threads;
  make_ready(*store, plan);
  tell_beginning(plan, grid, workers, *view);
  const Counts failures = plan.failures;

  // and the plan results.
  const SweepResults results =
      Sweep(std::move(plan), *store, host, *workers.engine, *view).go(interrupts);
  destination.note_end(results, options.choice, *store);
  store.reset();
  tell_end(results, failures, grid, destination, *view);
  if (!results.is_complete) return kInterrupted;
  return results.counts.failed > 0 || !failures.empty() ? kSomeRunsFailed : kOk;
}

int run_grid(const RunCommand& command) {
  const bool has_jobs = engine_named(command.engine).make != nullptr;
  return has_jobs ? run_here(command) : watch_cluster(command.sweep);
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "run", "do all runs of a grid that are not in the database yet", run_grid);
  SubmitOptions& sweep = command.sweep;
  line.add_option("grid", sweep.grid, "grid file")->required();
  line.add_option("--db", sweep.database, "results database (default: the grid's name.db)");
  line.add_option("--engine", command.engine, engine_help());
  add_jobs(line, sweep.jobs,
           "threads of all runs together, one per run unless run.threads says more (default: one "
           "per processor)");
  add_choice(line, sweep.choice);
  add_share(line, command.share);
  add_publish(line, command.publish);
  line.add_option("--max-seconds", sweep.max_seconds,
                  "start no further run after this many seconds")
      ->check(CLI::PositiveNumber);
  line.add_option(
          "--max-memory", command.workers.memory,
          "memory of all runs under way together; if they need more, the largest is stopped")
      ->check(CLI::PositiveNumber)
      ->transform(CLI::AsSizeValue(false));
  line.add_flag("--json", command.json, "report to stdout, one JSON object per line");
  add_task_options(line, sweep);
  add_network_option(line, sweep.allow_network_file_system);
  add_plugin_options(line, sweep.plugins);
  line.parse_complete_callback([&line = line, &engine = command.engine] {
    require_accepted(engine_named(engine),
                     [&line](const std::string& option) { return line.count(option) > 0; });
  });
}

}  // namespace skald
