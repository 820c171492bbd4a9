// skald run GRID: every pending run of a grid into a results database.
#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "check_options.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "grid/canonical.hpp"
#include "loaded_grid.hpp"
#include "metrics/metric_definitions.hpp"
#include "store/store.hpp"
#include "sweep.hpp"
#include "worker_arguments.hpp"

namespace skald {
namespace {

std::size_t worker_count(std::size_t jobs) {
  return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

AxisRecord axis_record(const AxisValue& axis) {
  AxisRecord record{axis.path, std::monostate{}};
  if (const auto* boolean = std::get_if<bool>(&axis.value)) {
    record.value = *boolean;
  } else if (const auto* integer = std::get_if<std::int64_t>(&axis.value)) {
    record.value = *integer;
  } else if (const auto* number = std::get_if<double>(&axis.value)) {
    record.value = *number;
  } else if (!std::holds_alternative<std::monostate>(axis.value)) {
    record.value = display(axis.value);
  }
  return record;
}

CellRecord cell_record(const Cell& cell, bool is_reference) {
  CellRecord record;
  record.hash = cell_hash(cell);
  record.canonical_json = canonical_json(cell);
  for (const AxisValue& axis : cell.axes) record.axes.push_back(axis_record(axis));
  record.reference = is_reference;
  return record;
}

std::int64_t declare(const LoadedGrid& loaded, Store& store) {
  std::vector<MetricRecord> metrics;
  for (const MetricDefinition& m : metric_definitions()) {
    metrics.push_back({std::string(m.name), std::string(m.unit == "1" ? "" : m.unit),
                       std::string(m.definition),
                       m.better < 0   ? Better::down
                       : m.better > 0 ? Better::up
                                      : Better::none});
  }
  store.declare_metrics(metrics);
  std::vector<CellRecord> cells;
  for (const Cell& cell : loaded.grid.references) cells.push_back(cell_record(cell, true));
  for (const Cell& cell : loaded.grid.cells) cells.push_back(cell_record(cell, false));
  return store.declare_study({loaded.grid.name, loaded.text}, cells);
}

bool starts_with_any(const std::string& hash, const std::vector<std::string>& beginnings) {
  return beginnings.empty() || std::any_of(beginnings.begin(), beginnings.end(),
                                           [&](const auto& b) { return hash.rfind(b, 0) == 0; });
}

// Which runs are to be done, in order; runs that ended are skipped, unless --force or --retry say
// otherwise. A reference that a chosen run needs is chosen with it.
std::vector<std::size_t> choose(const RunCommand& command, const std::vector<SweepRun>& runs,
                                const FinishedRuns& finished) {
  const auto wanted = [&](const SweepRun& run) {
    const auto ended = finished.find(run.hash);
    if (ended == finished.end() || command.force) return true;
    return std::find(command.retry.begin(), command.retry.end(), to_text(ended->second)) !=
           command.retry.end();
  };
  std::vector<bool> chosen(runs.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].is_reference || !wanted(runs[i]) || !starts_with_any(runs[i].hash, command.only)) {
      continue;
    }
    if (command.limit && count == *command.limit) break;
    chosen[i] = true;
    ++count;
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (chosen[i] && runs[i].reference && wanted(runs[*runs[i].reference])) {
      chosen[*runs[i].reference] = true;
    }
  }
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (chosen[i]) indices.push_back(i);
  }
  return indices;
}

std::set<std::size_t> ended_references(const std::vector<SweepRun>& runs,
                                       const std::vector<std::size_t>& pending) {
  std::set<std::size_t> ended;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].is_reference) ended.insert(i);
  }
  for (const std::size_t i : pending) ended.erase(i);
  return ended;
}

}  // namespace

int run(const RunCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  const std::size_t workers = worker_count(command.jobs);
  WorkerPool pool(workers, worker_arguments(command.plugins));
  check_plugin_choices(command.grid, loaded.grid, pool);

  const std::string database =
      command.database.empty() ? loaded.grid.name + ".db" : command.database;
  StoreOptions options;
  options.allow_network_file_system = command.allow_network_file_system;
  Store store = Store::open(database, options);
  const std::int64_t study = declare(loaded, store);
  std::vector<std::string> hashes;
  for (const SweepRun& planned : runs) hashes.push_back(planned.hash);
  const std::vector<std::size_t> pending = choose(command, runs, store.finished(hashes));

  Screen screen(workers);
  screen.start(runs.size(), runs.size() - pending.size());
  const InterruptCounter interrupts;
  Sweep sweep({command.grid, study, runs, pending, ended_references(runs, pending)}, store, host,
              pool, screen);
  const bool complete = sweep.go(interrupts);
  screen.end();
  fmt::print(stderr, "results: {}\nnext:    skald compare {}\n", database, database);
  if (!complete) {
    fmt::print(stderr, "interrupted; the same command goes on from here\n");
    return kInterrupted;
  }
  return screen.failed() > 0 ? kSomeRunsFailed : kOk;
}

}  // namespace skald
