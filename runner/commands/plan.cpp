// skald plan GRID: shows what running the grid would do.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "account/account_rows.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/grid_runs.hpp"
#include "commands/parts/tuning_cost.hpp"
#include "database/open_database.hpp"
#include "database/study.hpp"
#include "engines/engines.hpp"
#include "grid/stopping_checks.hpp"
#include "grids/finding.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/privacy_findings.hpp"
#include "grids/sweep_runs.hpp"
#include "grids/trial_builds.hpp"
#include "json/json.hpp"
#include "report/decide/power.hpp"
#include "stopping/halving.hpp"
#include "sweep/cost_model.hpp"
#include "sweep/inventory.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/probe.hpp"
#include "sweep/screen.hpp"
#include "sweep/surroundings.hpp"
#include "sweep/sweep_plan.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/print_table.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct PlanCommand {
  SweepOptions sweep;  // those of `skald run`
  ShareOptions share;
  std::string power;  // "accuracy = 0.01"; empty: not asked for
  TuneCommand tune;   // without options: not asked for
  bool json = false;
};

constexpr std::size_t kShownReasons = 5, kShownAccounts = 6;
constexpr TrialLimits kTrialLimits{.cell_seconds = 5, .seconds = 10};

// The axes that vary, with the number of values that each takes, in their order.
std::vector<std::pair<std::string, std::size_t>> axis_sizes(const grid::Grid& grid) {
  std::vector<std::string> names;
  std::map<std::string, std::set<std::string>> values;
  for (const grid::Cell& cell : grid.cells) {
    for (const grid::AxisValue& axis : cell.axes) {
      if (std::holds_alternative<std::monostate>(axis.value)) continue;
      if (!values.contains(axis.name)) names.push_back(axis.name);
      values[axis.name].insert(options::display(axis.value));
    }
  }
  std::vector<std::pair<std::string, std::size_t>> axes;
  for (const std::string& name : names) {
    if (values[name].size() > 1) axes.emplace_back(name, values[name].size());
  }
  return axes;
}

// Returns "sampler[2] x p_c[3] x ".
std::string axes_text(const grid::Grid& grid) {
  std::string text;
  for (const auto& [name, count] : axis_sizes(grid)) text += fmt::format("{}[{}] x ", name, count);
  return text;
}

void print(const Inventory& inventory, const grid::Grid& grid) {
  const auto line = [](const char* name, std::size_t count, const std::string& note) {
    if (count > 0) print_out("  {:<9}{:>7}  {}\n", name, count, note);
  };
  line("cached", total(inventory.cached), listed(inventory.cached));
  line("new", inventory.fresh, "never run");
  std::size_t shown = 0;
  for (const auto& [reason, count] : inventory.stale) {
    if (++shown <= kShownReasons) line("stale", count, reason);
  }
  if (shown > kShownReasons) print_out("  ... and {} more reasons\n", shown - kShownReasons);
  line("failed", total(inventory.failed),
       listed(inventory.failed) + "; skald run --retry " + names_of(inventory.failed) +
           " does them again");
  line("excluded", grid.excluded, "cells, by \"exclude\"");
  line("twice", grid.duplicates, "cells declared a second time, run once");
}

// Returns the bytes that the pending runs will add to the database. A database with runs tells
// better what a run takes than the options do.
double bytes_of(const std::string& database, std::size_t stored, std::span<const SweepRun> runs,
                const std::vector<std::size_t>& pending) {
  constexpr std::size_t enough = 100;
  std::error_code none;
  const auto size = static_cast<double>(std::filesystem::file_size(database, none));
  if (!none && stored >= enough) {
    const double per_run = (size - bytes_of_empty_database()) / static_cast<double>(stored);
    return std::max(per_run, 0.0) * static_cast<double>(pending.size());
  }
  double bytes = none ? bytes_of_empty_database() : 0;
  const grid::Cell* previous = nullptr;
  double of_run = 0;
  std::vector<std::size_t> in_order = pending;
  std::sort(in_order.begin(), in_order.end());
  for (const std::size_t i : in_order) {
    if (std::exchange(previous, runs[i].cell) != runs[i].cell) {
      bytes += bytes_of_cell(*runs[i].cell);
      of_run = bytes_of_run(*runs[i].cell);
    }
    bytes += of_run;
  }
  return bytes;
}

// Returns the time of all pending runs together; NaN if it is not known.
double work_seconds(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
                    const CostModel& costs) {
  double seconds = 0;
  for (const std::size_t run : pending) seconds += costs.seconds(runs[run]).value_or(std::nan(""));
  return seconds;
}

// What running the grid would do.
struct Outlook {
  std::optional<store::StoreReader> reader;  // nothing: there is no database
  SweepPlan plan;
  std::vector<std::size_t> most;  // runs; of an open grid, more than are pending so far
};

Outlook look_ahead(const SweepOptions& options, const GridRuns& grid, const std::string& database,
                   plugin_host::PluginHost& host) {
  std::optional<store::StoreReader> reader;
  if (std::filesystem::exists(database)) reader.emplace(open_reader(database));
  SweepPlan plan =
      plan_sweep(options, grid.loaded.grid, grid.runs, reader ? &*reader : nullptr, host);
  std::vector<std::size_t> most =
      plan.stages
          ? pending_runs(options.choice, plan.runs, plan.standing.finished, plan.stages->possible())
          : plan.pending;
  return {std::move(reader), std::move(plan), std::move(most)};
}

// Builds the first cells of the pending runs and prints their errors. Returns whether there are
// none.
bool try_cells(const GridRuns& grid, const std::vector<std::size_t>& pending, Engine& engine) {
  const LoadedGrid& loaded = grid.loaded;
  const TrialBuilds builds = build_first_cells(grid.runs, pending, kTrialLimits, engine);
  std::vector<Finding> errors;
  for (const auto* faults : {&builds.faults, &builds.lost})
    std::ranges::copy(findings_of(loaded, *faults), std::back_inserter(errors));
  if (!errors.empty()) print_error("{}", GridFaults(errors).what());
  for (const auto* notes : {&builds.large, &builds.slow, &builds.odd})
    print_error("{}", text_of(findings_of(loaded, *notes, Finding::Severity::note)));
  print_error("{}", text_of(unbuilt(loaded, builds)));
  return errors.empty();
}

// Learns costs from short runs, unless they are known from stored ones. Returns which, or "" if no
// run could be tried.
std::string learn(Outlook& outlook, Engine& engine) {
  SweepPlan& plan = outlook.plan;
  if (plan.learnt > 0) return fmt::format("from {} finished runs", plan.learnt);
  probe_budgets(plan.runs, outlook.most, engine, plan.costs);
  const std::size_t pairs = probe_costs(plan.runs, outlook.most, engine, plan.costs);
  return pairs == 0 ? ""
                    : fmt::format("from short runs of {} sampler{}", pairs, pairs == 1 ? "" : "s");
}

// Returns the inventory of all runs that may be needed, including reference runs.
Inventory inventory_of(const Outlook& outlook, const std::string& study) {
  const SweepPlan& plan = outlook.plan;
  std::set<std::size_t> possible;
  for (const std::size_t run : plan.stages ? plan.stages->possible() : all_of(plan.runs)) {
    if (!plan.runs[run].is_ours) continue;
    possible.insert(run);
    if (plan.runs[run].reference) possible.insert(*plan.runs[run].reference);
  }
  std::optional<Staleness> staleness;
  if (outlook.reader && plan.standing.finished.size() < plan.runs.size())
    staleness.emplace(*outlook.reader, study);
  return take_inventory(plan.runs, {possible.begin(), possible.end()}, plan.standing, staleness);
}

// Returns "20", or "3..50" if the results decide the number.
std::string replicates_text(const grid::Grid& grid) {
  const stopping::Rules& rules = grid.stopping;
  if (!rules.are_open()) return fmt::format("{}", rules.max);
  std::int64_t least = rules.max;
  for (const std::vector<std::size_t>& cells : grid::decided_together(grid)) {
    least = std::min(least, stopping::first_stage(rules, cells.size()));
  }
  return least == rules.max ? fmt::format("{}", least) : fmt::format("{}..{}", least, rules.max);
}

void print_decided(const std::optional<Stages>& stages, const grid::Grid& grid) {
  if (!stages) return;
  const Counts decided = stages->decided();
  print_out("  {:<9}{:>7}  of {}{}{}\n", "decided", total(decided),
            text::counted(grid.cells.size(), "cell"), decided.empty() ? "" : ": ", listed(decided));
}

void print_released(const Outlook& outlook, const std::string& database, const std::string& study) {
  if (!outlook.reader) return;
  const std::string released = released_runs(*outlook.reader, study, outlook.plan.runs);
  if (released.empty()) return;
  print_out("{} will be kept, beside those of this one, until skald prune {}\n", released,
            shell_word(database));
}

// A race by successive halving: how many runs go how far at most, and the share of their whole
// length that this is.
struct Rungs {
  std::vector<std::pair<std::int64_t, std::size_t>> runs;  // to this rung; the last: to the end
  double work = 0;
};

Rungs rungs_of(const grid::Grid& grid) {
  const stopping::Halving& halving = *grid.stopping.race->halving;
  const std::vector<std::int64_t> places = stopping::rungs_of(halving);
  Rungs rungs;
  for (const std::int64_t place : places) rungs.runs.emplace_back(place, 0);
  rungs.runs.emplace_back(halving.length, 0);
  const auto replicates = static_cast<std::size_t>(grid.replicates);
  for (const std::vector<std::size_t>& cells : grid::decided_together(grid)) {
    const std::vector<std::size_t> survivors = stopping::survivors_of(halving, cells.size());
    rungs.runs[0].second += cells.size() * replicates;
    for (std::size_t i = 0; i < survivors.size(); ++i) {
      rungs.runs[i + 1].second += survivors[i] * replicates;
    }
    rungs.work += stopping::most_work(halving, cells.size()) * static_cast<double>(cells.size()) /
                  static_cast<double>(grid.cells.size());
  }
  return rungs;
}

// Prints a line such as
// "rungs 27 runs to 10 rounds, 9 to 30, 3 to 90, 1 to the end at 100: at most 29 % of the
// rounds of all runs".
void print_rungs(const grid::Grid& grid) {
  if (!grid.stopping.are_by_halving()) return;
  const Rungs rungs = rungs_of(grid);
  const auto& [first, all] = rungs.runs.front();
  const std::string unit = unit_of(*grid.stopping.race->halving);
  std::string text = fmt::format("{} to {} {}", text::counted(all, "run"), first, unit);
  for (std::size_t i = 1; i < rungs.runs.size(); ++i) {
    text += fmt::format(", {} to {}{}", rungs.runs[i].second,
                        i + 1 == rungs.runs.size() ? "the end at " : "", rungs.runs[i].first);
  }
  print_out("  {:<9}{}: at most {:.0f} % of the {} of all runs\n", "rungs", text, 100 * rungs.work,
            unit);
}

// The work of the most runs; of a race by successive halving, the share that it does if its
// settings cost the same.
double expected_work_seconds(const Outlook& outlook, const grid::Grid& grid) {
  const SweepPlan& plan = outlook.plan;
  const double work = work_seconds(plan.runs, outlook.most, plan.costs);
  if (!grid.stopping.are_by_halving()) return work;
  std::vector<std::size_t> all = all_of(plan.runs);
  std::erase_if(all, [&](std::size_t run) { return !plan.runs[run].is_ours; });
  return std::min(work, rungs_of(grid).work * work_seconds(plan.runs, all, plan.costs));
}

// Returns "6.2s of work, 1.1s around it, "; the second part only where it counts.
std::string work_text(double work, double around) {
  const std::string text = duration(work) + " of work, ";
  return around < 0.1 * work ? text : text + duration(around) + " around it, ";
}

// What the pending runs are expected to take.
struct Estimate {
  double seconds = 0;
  std::size_t workers = 1;
  double work = 0, around = 0;  // seconds of all workers: the runs' own, and those around them
  std::string source;           // of these figures
  double bytes = 0;             // that they add to the database
};

// `beginning`: seconds that this command took until it knew the runs, as `skald run` will. Nothing
// if no run could be tried, or there is none.
std::optional<Estimate> estimate(Outlook& outlook, const GridRuns& grid,
                                 const std::string& database, plugin_host::PluginHost& host,
                                 double beginning) {
  const SweepOptions& options = outlook.plan.options;
  const std::size_t runs = outlook.most.size();
  if (runs == 0) return std::nullopt;
  const auto engine = make_engine(options.plugins, 1);
  const auto around =
      measure_surroundings(grid.loaded, grid.runs, outlook.most.front(), host, *engine)
          .value_or(Surroundings{});
  Estimate found;
  found.source = learn(outlook, *engine);
  if (found.source.empty()) return std::nullopt;
  found.work = expected_work_seconds(outlook, grid.loaded.grid);
  found.around = around.per_run * static_cast<double>(runs);
  found.workers = worker_count(options.jobs);
  const std::size_t at_once = std::min({found.workers, worker_count(0), runs});
  found.seconds = beginning + forecast_seconds(found.work, runs, at_once, around);
  found.bytes =
      bytes_of(database, outlook.plan.standing.finished.size(), outlook.plan.runs, outlook.most);
  return found;
}

// Prints a line such as
// "to run 24  est. 3.1s on 2 workers (6.2s of work, from short runs of 2 samplers)  +0.7 MB".
void print_estimate(const std::optional<Estimate>& found, const Outlook& outlook,
                    const grid::Grid& grid) {
  const std::size_t least = outlook.plan.pending.size(), most = outlook.most.size();
  const bool is_exact = most == least;
  if (is_exact) {
    print_out("to run {}", most);
  } else {
    print_out("to run at least {}, at most {}", least, most);
  }
  if (most == 0) return print_out("\n");
  if (!found) return print_out("  no estimate: none of them could be tried\n");
  const bool is_bound = !is_exact && !grid.stopping.are_by_halving();
  print_out("  est. {}{} on {} ({}{})  +{:.2g} MB\n", is_bound ? "at most " : "",
            duration(found->seconds), text::counted(found->workers, "worker"),
            work_text(found->work, found->around), found->source, 1e-6 * found->bytes);
}

json::JsonValue counts_json(const Counts& counts) {
  json::JsonValue object = json::json_object();
  for (const auto& [name, count] : counts) json::add(object, name, count);
  return object;
}

// All that plan() prints but for accounts, which skald account --json has.
std::string json_of(const grid::Grid& grid, const std::string& database, const Outlook& outlook,
                    const Inventory& inventory, const std::optional<Estimate>& found) {
  json::JsonValue axes = json::json_object();
  for (const auto& [name, count] : axis_sizes(grid)) json::add(axes, name, count);
  json::JsonValue root = json::json_object({{"grid", grid.name},
                                            {"database", database},
                                            {"axes", axes},
                                            {"replicates", replicates_text(grid)},
                                            {"cells", grid.cells.size()},
                                            {"references", grid.references.size()},
                                            {"runs", outlook.plan.runs.size()},
                                            {"cached", counts_json(inventory.cached)},
                                            {"new", inventory.fresh},
                                            {"stale", counts_json(inventory.stale)},
                                            {"failed", counts_json(inventory.failed)}});
  const auto& stages = outlook.plan.stages;
  if (stages) json::add(root, "decided", counts_json(stages->decided()));
  json::add(root, "to_run", outlook.plan.pending.size());
  json::add(root, "to_run_at_most", outlook.most.size());
  if (found) {
    json::add(root, "workers", found->workers);
    json::add(root, "seconds", found->seconds);
    json::add(root, "work_seconds", found->work);
    json::add(root, "bytes", std::round(found->bytes));
  }
  return json::write_json(root);
}

// Prints what the first of the pending cells that add noise spend, and how wide their noise is;
// without cells whose first round takes too long.
void print_accounts(const GridRuns& grid, const std::vector<std::size_t>& pending, Engine& engine) {
  std::set<const grid::Cell*> seen;
  std::vector<const grid::Cell*> cells;
  std::size_t others = 0;
  for (const std::size_t i : pending) {
    const grid::Cell* cell = grid.runs[i].cell;
    if (cell->choice(Kind::privacy).plugin == "none" || !seen.insert(cell).second) continue;
    cells.size() < kShownAccounts ? cells.push_back(cell) : void(++others);
  }
  if (cells.empty()) return;
  const JobLimits limits{.seconds = kTrialLimits.cell_seconds, .memory = std::nullopt};
  std::vector<AccountRow> rows = accounts_of(cells, 1, engine, limits);
  others += std::erase_if(rows, [](const AccountRow& row) { return !row.account.guarantee; });
  print_out("{}", accounts_text(rows));
  if (others > 0) {
    print_out("... and {} more: skald account grid {}\n", others, shell_word(grid.loaded.file));
  }
}

// Answers how many replicates settings need, from those that are stored.
int plan_power(const PlanCommand& command, const std::string& study) {
  const auto wanted = conditions_of("--power", command.power);
  const auto* number = std::get_if<double>(&wanted.front().value);
  const auto* whole = std::get_if<std::int64_t>(&wanted.front().value);
  const double width = number ? *number : whole ? static_cast<double>(*whole) : 0;
  if (wanted.size() != 1 || wanted.front().comparison != report::Operator::equal || !(width > 0) ||
      !std::isfinite(width)) {
    throw UsageError("--power: found \"" + command.power +
                     "\", expected a metric and a half width, as in \"accuracy = 0.01\"");
  }
  const std::string database = command.sweep.database_of(study);
  store::StoreReader reader = open_reader(database, store::Cache::scans);
  const report::Power power =
      with_sound_study(reader, study, store::Reading::final_values, [&](const std::string& name) {
        return report::power_of(reader.study_runs(name, std::vector{wanted.front().name}), width);
      });
  const bool is_relative = power.metric.scale == record::Scale::positive;
  print_answer(
      {{fmt::format(
            "{}: replicates for a half width of {}{} of the 95 % interval of {}, and to tell "
            "such a difference from the best setting with power 80 %",
            study, width, is_relative ? " times the mean" : "", power.metric.name),
        "by the spread of the replicates that are stored (n): with few of them, a rough guess"},
       report::power_table(power),
       {}},
      report::TableFormat::text);
  return kOk;
}

TuneCommand tune_of(const PlanCommand& command) {
  TuneCommand tune = command.tune;
  tune.sweep = command.sweep;
  return tune;
}

int plan(const PlanCommand& command) {
  const auto begun = std::chrono::steady_clock::now();
  const SweepOptions& options = command.sweep;
  require_sense(options.choice);
  plugin_host::PluginHost host = open_plugins(options.plugins);
  if (!command.tune.options.empty()) return plan_tuning(tune_of(command), host);
  if (!command.power.empty()) return plan_power(command, load_grid(options.grid, host).grid.name);
  const GridRuns read(options.grid, command.share, host);
  const grid::Grid& grid = read.loaded.grid;
  const std::string database = options.database_of(grid.name);
  Outlook outlook = look_ahead(options, read, database, host);
  const Inventory inventory = inventory_of(outlook, grid.name);
  if (!command.json) {
    print_out("grid {}  {}replicate[{}]  {}  {}  {}{}\n", grid.name, axes_text(grid),
              replicates_text(grid), text::counted(grid.cells.size(), "cell"),
              text::counted(grid.references.size(), "reference"),
              grid.stopping.are_open() ? "at most " : "", text::counted(read.runs.size(), "run"));
    if (read.share) print_out("{}\n", read.share_text());
    print(inventory, grid);
    print_decided(outlook.plan.stages, grid);
    print_rungs(grid);
    print_released(outlook, database, grid.name);
  }
  for (const std::string& line : warnings(outlook.plan.standing)) print_error("{}\n", line);
  const std::chrono::duration<double> beginning = std::chrono::steady_clock::now() - begun;
  const auto engine = make_engine(options.plugins, worker_count(0));
  const bool is_sound = try_cells(read, outlook.plan.pending, *engine);
  const std::optional<Estimate> found = estimate(outlook, read, database, host, beginning.count());
  if (command.json) {
    print_out("{}\n", json_of(grid, database, outlook, inventory, found));
  } else {
    print_estimate(found, outlook, grid);
  }
  if (!is_sound) return kUsage;
  const auto findings = check_privacy(read.loaded, *engine, kTrialLimits.cell_seconds);
  print_error("{}", text_of(findings));
  if (has_error(findings)) return kUsage;
  if (!command.json) print_accounts(read, outlook.most, *engine);
  return kOk;
}

}  // namespace

void add_plan(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "plan", "show what running a grid would do", plan);
  line.add_option("grid", command.sweep.grid, "grid file")->required();
  line.add_option("--db", command.sweep.database, "results database (default: the grid's name.db)");
  line.add_option("--power", command.power,
                  "instead of the plan, estimate from the stored replicates how many each setting "
                  "needs for a half width: \"accuracy = 0.01\"; of a distance, relative to its "
                  "mean");
  add_tuning_options(line, command.tune, false);
  line.add_flag("--json", command.json, "one JSON object");
  add_jobs(line, command.sweep.jobs, "workers that the estimate is for");
  add_choice(line, command.sweep.choice);
  add_share(line, command.share);
  add_plugin_options(line, command.sweep.plugins);
}

}  // namespace skald
