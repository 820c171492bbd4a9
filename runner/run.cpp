// skald run GRID: every pending run of a grid into a results database.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "check_options.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "grid/canonical.hpp"
#include "loaded_grid.hpp"
#include "metrics/metric_definitions.hpp"
#include "pending_runs.hpp"
#include "screen.hpp"
#include "store/store.hpp"
#include "sweep.hpp"
#include "sweep_events.hpp"
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
  view->start(runs.size(), runs.size() - pending.size());
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
