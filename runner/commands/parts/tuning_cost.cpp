#include "commands/parts/tuning_cost.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "commands/parts/grid_runs.hpp"
#include "engines/engines.hpp"
#include "sweep/cost_model.hpp"
#include "sweep/probe.hpp"
#include "sweep/screen.hpp"
#include "sweep/surroundings.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// The first run of each cell that stands for a group.
std::vector<std::size_t> runs_of_groups(const Tuning& tuning, const std::vector<SweepRun>& runs) {
  std::set<const grid::Cell*> cells;
  for (const TunedOption& option : tuning.tuned()) {
    for (const TuningGroup& group : option.groups) cells.insert(group.cell);
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].replicate == 0 && cells.contains(runs[i].cell)) found.push_back(i);
  }
  return found;
}

// The work of all runs; NaN if it is not known.
double work_seconds(const TuneCommand& command, const Tuning& tuning,
                    const std::vector<SweepRun>& runs, const std::vector<std::size_t>& of_groups,
                    const CostModel& costs) {
  std::map<const grid::Cell*, double> seconds;
  for (const std::size_t i : of_groups)
    seconds[runs[i].cell] = costs.seconds(runs[i]).value_or(std::nan(""));
  double work = 0;
  for (const std::string& option : command.options) {
    for (const GroupCost& group : tuning.cost_of(option).groups)
      work += seconds[group.cell] * static_cast<double>(group.runs);
  }
  return work;
}

}  // namespace

void add_tuning_options(CLI::App& line, TuneCommand& command, bool required) {
  CLI::Option* metric =
      line.add_option("--metric,--metrics", command.metric,
                      "metric by which values are chosen, in its better direction");
  CLI::Option* option =
      line.add_option("--option,--options", command.options,
                      "options with numbers for values, such as lr,clip, tuned one after the "
                      "other; an option named twice is tuned twice");
  option->delimiter(',')->required(required)->needs(metric);
  metric->required(required)->needs(option);
  line.add_option("--by", command.by,
                  "axes of the groups that get a value each (default: all other axes)")
      ->delimiter(',')
      ->needs(option);
  line.add_option("--factor", command.factor,
                  "ratio of neighbouring values while the axis is extended (default 3.162; of "
                  "whole numbers 2)")
      ->check(CLI::Range(1.05, 1e6))
      ->needs(option);
  line.add_option("--least", command.least,
                  "no value below this is tried (of a formula: no such multiple)")
      ->needs(option);
  line.add_option("--most", command.most,
                  "no value above this is tried, such as the number of clients for S")
      ->needs(option);
  line.add_option("--looks", command.rules.looks,
                  "looks at each side, of which each but the last adds a value (default 8)")
      ->check(CLI::Range(1, 100))
      ->needs(option);
  line.add_option("--seeds", command.seeds,
                  "seeds of a value to choose by, and as many others to test by (default 5)")
      ->check(CLI::Range(2, 10000))
      ->needs(option);
  line.add_option("--end-factor", command.rules.least_factor,
                  "no ratio below this is tried around the best value (default 1.5)")
      ->check(CLI::Range(1.02, 1e6))
      ->needs(option);
}

std::size_t print_runs(const TuneCommand& command, const Tuning& tuning) {
  std::size_t runs = 0;
  for (const std::string& option : command.options) {
    const TuningCost cost = tuning.cost_of(option);
    print_out("{}: {}, at most {} each ({} of them to refine), {} a value: at most {}\n", option,
              text::counted(cost.groups.size(), "group"), text::counted(cost.points, "value"),
              cost.refining_points, text::counted(2 * command.seeds, "seed"),
              text::counted(cost.runs, "run"));
    runs += cost.runs;
  }
  print_out("at most {} into {}; what is stored there is not done again\n",
            text::counted(runs, "run"), command.sweep.database);
  return runs;
}

int plan_tuning(TuneCommand command, plugin_host::PluginHost& host) {
  const GridRuns read(command.sweep.grid, {}, host);
  if (command.sweep.database.empty())
    command.sweep.database = tuning_database(read.loaded.grid.name);
  const Tuning tuning(command, read.loaded, host);
  const std::size_t count = print_runs(command, tuning);
  const std::vector<std::size_t> tried = runs_of_groups(tuning, read.runs);
  const auto engine = make_engine(command.sweep.plugins, 1);
  CostModel costs;
  probe_budgets(read.runs, tried, *engine, costs);
  if (probe_costs(read.runs, tried, *engine, costs) == 0) {
    print_out("no estimate: none of them could be tried\n");
    return kOk;
  }
  const auto around = measure_surroundings(read.loaded, read.runs, tried.front(), host, *engine)
                          .value_or(Surroundings{});
  const std::size_t workers = worker_count(command.sweep.jobs);
  const double work = work_seconds(command, tuning, read.runs, tried, costs);
  print_out("est. at most {} on {} ({} of work, from short runs)\n",
            duration(forecast_seconds(work, count, std::min(workers, worker_count(0)), around)),
            text::counted(workers, "worker"), duration(work));
  return kOk;
}

}  // namespace skald
