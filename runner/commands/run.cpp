// skald run GRID: does every pending run of a grid and stores it in a results database.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "commands/cluster/watch_cluster.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/begin_sweep.hpp"
#include "commands/parts/chosen_share.hpp"
#include "commands/parts/published_share.hpp"
#include "database/samples.hpp"
#include "engine/sample_file.hpp"
#include "engines/engines.hpp"
#include "grids/check_options.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/trial_builds.hpp"
#include "store/store.hpp"
#include "sweep/declaration.hpp"
#include "sweep/inventory.hpp"
#include "sweep/leftovers.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/run_status.hpp"
#include "sweep/screen.hpp"
#include "sweep/stages.hpp"
#include "sweep/standing/outdated_runs.hpp"
#include "sweep/standing/released_runs.hpp"
#include "sweep/standing/stored_metrics.hpp"
#include "sweep/sweep.hpp"
#include "sweep/sweep_events.hpp"
#include "sweep/thread_share.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/shell_word.hpp"
#include "system/standard_streams.hpp"
#include "system/system_limits.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

struct RunCommand {
  PluginOptions plugins;
  std::string grid;
  std::string database;
  std::string engine = kDefaultEngine;
  std::size_t jobs = 0;  // 0: one per processor
  RunChoice choice;
  ShareOptions share;
  SubmitOptions cluster;  // with --engine slurm
  PublishOptions publish;
  std::optional<double> max_seconds;
  std::optional<std::int64_t> max_memory;  // bytes, for all workers together
  bool json = false;
  bool allow_network_file_system = false;
};

// Beside those of engines(): it is not given jobs one by one.
constexpr const char* kClusterEngine = "slurm";

std::unique_ptr<SweepView> make_view(bool json) {
  if (json) return std::make_unique<SweepEvents>();
  return std::make_unique<Screen>();
}

// Returns the command that does a single run of the grid, to which the run's hash is appended.
std::string alone(const RunCommand& command, const std::string& database) {
  std::string text = "skald run " + shell_word(command.grid) + " --db " + shell_word(database);
  for (const std::string& word : plugin_arguments(command.plugins)) text += " " + shell_word(word);
  if (command.engine != kDefaultEngine) text += " --engine " + command.engine;
  return text + " --only ";
}

// Returns the number of runs of the share that have ended and are not to be done again.
std::size_t cached_runs(const SweepPlan& plan) {
  const std::set<std::size_t> pending(plan.pending.begin(), plan.pending.end());
  std::size_t cached = 0;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    if (!plan.choice.has(i) || pending.contains(i)) continue;
    cached += status_of(plan.finished, plan.runs[i]).has_value();
  }
  return cached;
}

// Counts by status the runs of the share that ended without a result before and are not to be done
// again.
Counts lasting_failures(const SweepPlan& plan) {
  const std::set<std::size_t> pending(plan.pending.begin(), plan.pending.end());
  Counts counts;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    if (!plan.choice.has(i) || pending.contains(i)) continue;
    const auto status = status_of(plan.finished, plan.runs[i]);
    if (!status || record::is_result(*status)) continue;
    ++counts[std::string(name_of(*status))];
  }
  return counts;
}

// Returns "where runs are done (default: local). local: ...; inline: ...".
std::string engine_help() {
  std::string text = std::string("where runs are done (default: ") + kDefaultEngine + ")";
  for (const EngineKind& engine : engines()) {
    text += fmt::format("; {}: {}", engine.name, engine.summary);
  }
  return text + fmt::format("; {}: tasks on a cluster, as by submit and collect", kClusterEngine);
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

void tell_of_released(const std::string& file, const std::string& shown, const LoadedGrid& loaded,
                      const std::vector<SweepRun>& runs, SweepView& view) {
  const std::string released = released_runs(store::StoreReader(file), loaded.grid.name, runs);
  if (released.empty()) return;
  view.say(fmt::format("{} are kept, beside those of this one; skald prune {} removes them",
                       released, shell_word(shown)));
}

// What a sweep works with.
struct Work {
  const RunCommand& command;
  const LoadedGrid& loaded;
  const std::vector<SweepRun>& runs;
  plugin_host::PluginHost& host;
  Engine& engine;
  SweepView& view;
  std::int64_t threads;  // the most that a run may have of its own
  const InterruptCounter& interrupts;
  bool are_tried = false;  // all runs, whether they can begin
};

// Throws GridError if runs of the grid cannot begin, before any is done. Only what can be tried in
// a moment is, and a plugin that ends its process harms no other run. What runs of a share are,
// another machine has decided.
void require_beginnings(const Work& work, const std::vector<std::size_t>& pending) {
  if (!work.command.choice.share.empty()) return;
  constexpr TrialLimits moment{.cell_seconds = 2, .seconds = 2};
  const TrialBuilds builds = build_first_cells(work.runs, pending, moment, work.engine);
  const std::string errors = errors_text(work.command.grid, work.loaded.text, builds.faults);
  if (!errors.empty()) throw GridError(text::printable(errors));
}

// The same of all runs where there is no database yet, which a refusal leaves so. Returns whether
// they were tried.
bool require_all_beginnings(const Work& work, const std::string& database) {
  const RunChoice& choice = work.command.choice;
  if (!choice.only.empty() || choice.limit || std::filesystem::exists(database)) return false;
  std::vector<std::size_t> all(work.runs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  require_beginnings(work, all);
  return true;
}

struct SweepEnd {
  bool is_complete = false;
  SweepCounts counts = {};
  Counts failures = {};  // of earlier sweeps
  Counts decided = {};
};

// Does the pending runs. `shown` is the database in the commands that users are told of; tell()
// says what they should know at the start.
template <class Tell>
SweepEnd sweep(const Work& work, const std::string& shown, std::int64_t study, store::Store& store,
               const Tell& tell) {
  const RunChoice& choice = work.command.choice;
  const StandingRuns standing =
      standing_runs(work.runs, store, work.host, choice.keep, work.loaded.grid.name);
  const RunsWithStoredMetrics runs(work.runs, standing.makers, work.host);
  SweepPlan plan =
      plan_sweep(choice, work.loaded.grid, runs.runs(), standing.finished, work.host, store);
  plan.max_seconds = work.command.max_seconds;
  remove_leftovers(store.file(), plan.finished);
  plan.alone = alone(work.command, shown);
  plan.study = study;
  plan.workers = work.engine.jobs_at_once();
  plan.threads = work.threads;
  plan.cores = static_cast<std::int64_t>(worker_count(work.command.jobs));
  if (!work.are_tried) require_beginnings(work, plan.pending);
  require_whole(plan, store);
  supersede(plan, standing.outdated, store);

  SweepEnd end;
  const std::size_t cached = cached_runs(plan);
  if (choice.only.empty()) end.failures = lasting_failures(plan);
  work.view.start(cached + plan.pending.size(), cached);
  tell();
  for (const std::string& line : warnings(standing.outdated, choice.keep)) work.view.say(line);
  Sweep sweep(std::move(plan), store, work.host, work.engine, work.view);
  end.is_complete = sweep.go(work.interrupts);
  end.counts = sweep.counts();
  end.decided = sweep.decided();
  return end;
}

// Options of the engines that work on this machine.
void require_options_of_cluster(const RunCommand& command) {
  const bool has_share = !command.share.shard.empty() || !command.share.file.empty();
  if (has_share || command.publish.is_on || command.max_seconds || command.max_memory ||
      command.json) {
    throw UsageError(
        "--engine slurm: --shard, --share, --publish, --max-seconds, --max-memory and --json are "
        "for runs on this machine; leave them out, or choose another engine");
  }
}

// Options of the cluster with another engine: somebody believes that the runs go there.
void require_no_task_options(const RunCommand& command) {
  if (command.cluster.given.empty()) return;
  throw UsageError(fmt::format(
      "{} is for tasks on a cluster, and --engine {} does runs on this machine; leave it out, or "
      "choose --engine {}",
      command.cluster.given.front(), command.engine, kClusterEngine));
}

int run_on_cluster(const RunCommand& command) {
  require_options_of_cluster(command);
  SubmitOptions options = command.cluster;
  options.plugins = command.plugins;
  options.grid = command.grid;
  options.database = command.database;
  options.choice = command.choice;
  options.allow_network_file_system = command.allow_network_file_system;
  options.processors = std::max<std::size_t>(command.jobs, 1);
  return watch_cluster(options);
}

int run_grid(const RunCommand& given) {
  if (given.engine == kClusterEngine) return run_on_cluster(given);
  require_no_task_options(given);
  RunCommand command = given;
  require_sense(command.choice);
  outlive_readers();
  outlive_file_size_limit();
  const OpenFilesLimit open_files;
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  const auto share = chosen_share(command.share, loaded, runs);
  if (share) command.choice.share = is_in_share(share->runs, runs.size());
  const ThreadShare threads = thread_share(runs, worker_count(command.jobs));
  const OpenFilesLimit::Allowance allowance = open_files.allow(threads.workers);
  const auto engine = make_engine(
      command.engine,
      {.plugins = command.plugins, .jobs = allowance.workers, .memory = command.max_memory});
  check_plugin_choices(command.grid, loaded, *engine);

  const std::string database =
      command.database.empty() ? loaded.grid.name + ".db" : command.database;
  const InterruptCounter interrupts;
  const std::unique_ptr<SweepView> view = make_view(command.json);
  auto published = published_share(command.publish, database, loaded, runs, share);
  Work work{command, loaded, runs, host, *engine, *view, threads.threads, interrupts};
  const std::string file = published ? published->database() : database;
  work.are_tried = require_all_beginnings(work, file);
  SweepEnd end;
  {
    store::Store store = open_store(file, command.allow_network_file_system);
    if (published) go_on(*published, runs, store, *view);
    if (!published) tell_of_released(file, database, loaded, runs, *view);
    const std::int64_t study =
        published ? declare(loaded, runs, published->runs, store) : declare(loaded, runs, store);
    end = sweep(work, database, study, store, [&] {
      if (share) view->say(share_text(*share, runs));
      if (allowance.notice) view->say(*allowance.notice);
      if (threads.threads > 1) {
        view->say(fmt::format("{} runs at a time, with up to {} threads each",
                              engine->jobs_at_once(), threads.threads));
      }
      if (threads.borrows) view->say("runs under way use idle cores, too (run.threads auto)");
    });
    if (published) note_end(*published, end.is_complete, command.choice, runs, store);
  }
  if (!published) tell_of_samples(database, *view);
  tell_of_decisions(file, end.decided, loaded.grid.cells.size(), *view);
  if (!end.failures.empty()) {
    view->say(fmt::format("{} of the cached runs have no result ({}); --retry {} does them again",
                          total(end.failures), listed(end.failures), names_of(end.failures)));
  }
  const std::string results = published ? hand_over(*published, end.counts.ended(), *view) : file;
  view->end(end.is_complete, results,
            fmt::format("skald {} {}", published ? "collect" : "compare", shell_word(database)));
  if (!end.is_complete) return kInterrupted;
  return end.counts.failed > 0 || !end.failures.empty() ? kSomeRunsFailed : kOk;
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "run", "do all runs of a grid that are not in the database yet", run_grid);
  line.add_option("grid", command.grid, "grid file")->required();
  line.add_option("--db", command.database, "results database (default: the grid's name.db)");
  line.add_option("--engine", command.engine, engine_help());
  add_jobs(line, command.jobs,
           "threads of all runs together, one per run unless run.threads says more (default: one "
           "per processor)");
  add_choice(line, command.choice);
  add_share(line, command.share);
  add_publish(line, command.publish);
  line.add_option("--max-seconds", command.max_seconds,
                  "start no further run after this many seconds")
      ->check(CLI::PositiveNumber);
  line.add_option(
          "--max-memory", command.max_memory,
          "memory of all runs under way together; if they need more, the largest is stopped")
      ->check(CLI::PositiveNumber)
      ->transform(CLI::AsSizeValue(false));
  line.add_flag("--json", command.json, "report to stdout, one JSON object per line");
  add_task_options(line, command.cluster);
  add_network_option(line, command.allow_network_file_system);
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
