// skald plan GRID: what a run of it would do.
#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "commands.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "pending_runs.hpp"
#include "probe.hpp"
#include "screen.hpp"
#include "staleness.hpp"
#include "store/store_reader.hpp"
#include "sweep_runs.hpp"
#include "worker_arguments.hpp"

namespace skald {
namespace {

constexpr std::size_t kShownReasons = 5;

using Counts = std::map<std::string, std::size_t>;

// "sampler[2] x p_c[3]": how many values every axis takes.
std::string axes_text(const Grid& grid) {
  std::vector<std::string> names;
  std::map<std::string, std::set<std::string>> values;
  for (const Cell& cell : grid.cells) {
    for (const AxisValue& axis : cell.axes) {
      if (std::holds_alternative<std::monostate>(axis.value)) continue;
      if (!values.contains(axis.name)) names.push_back(axis.name);
      values[axis.name].insert(display(axis.value));
    }
  }
  std::string text;
  for (const std::string& name : names) {
    if (values[name].size() > 1) text += fmt::format("{}[{}] x ", name, values[name].size());
  }
  return text;
}

// Runs of the grid by what a sweep would find.
struct Inventory {
  Counts cached;  // results, by status
  Counts failed;  // by status
  Counts stale;   // by reason
  std::size_t fresh = 0;
};

Inventory take_inventory(const std::vector<SweepRun>& runs, const FinishedRuns& finished,
                         const std::optional<Staleness>& staleness) {
  Inventory inventory;
  for (const SweepRun& run : runs) {
    const auto ended = finished.find(run.hash);
    if (ended != finished.end()) {
      Counts& counts = is_result(ended->second) ? inventory.cached : inventory.failed;
      ++counts[std::string(to_text(ended->second))];
      continue;
    }
    const auto reason = staleness ? staleness->reason(run) : std::nullopt;
    reason ? ++inventory.stale[*reason] : ++inventory.fresh;
  }
  return inventory;
}

std::size_t total(const Counts& counts) {
  std::size_t sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  return sum;
}

// "ok 9, diverged 1"
std::string listed(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

void print(const Inventory& inventory, const Grid& grid) {
  const auto line = [](const char* name, std::size_t count, const std::string& note) {
    if (count > 0) fmt::print("  {:<9}{:>7}  {}\n", name, count, note);
  };
  line("cached", total(inventory.cached), listed(inventory.cached));
  line("new", inventory.fresh, "never run");
  std::size_t shown = 0;
  for (const auto& [reason, count] : inventory.stale) {
    if (++shown <= kShownReasons) line("stale", count, reason);
  }
  if (shown > kShownReasons) fmt::print("  ... and {} more reasons\n", shown - kShownReasons);
  line("failed", total(inventory.failed),
       listed(inventory.failed) + "; skald run --retry does them again");
  line("excluded", grid.excluded, "cells, by \"exclude\"");
  line("twice", grid.duplicates, "cells declared a second time, run once");
}

double bytes_per_run(const std::string& database, std::size_t stored) {
  std::error_code none;
  const auto size = std::filesystem::file_size(database, none);
  constexpr double guess = 30e3;  // ten metrics at a hundred records
  return none || stored == 0 ? guess : static_cast<double>(size) / static_cast<double>(stored);
}

double cost_of(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& pending,
               const CostModel& costs) {
  double seconds = 0;
  for (const std::size_t run : pending) {
    seconds += costs.seconds(*runs[run].cell).value_or(std::nan(""));
  }
  return seconds;
}

}  // namespace

int plan(const PlanCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const Grid& grid = loaded.grid;
  const std::vector<SweepRun> runs = list_runs(grid);
  const std::string database = command.database.empty() ? grid.name + ".db" : command.database;

  std::optional<StoreReader> reader;
  if (std::filesystem::exists(database)) reader.emplace(database);
  FinishedRuns finished;
  if (reader) {
    std::vector<std::string> hashes;
    for (const SweepRun& run : runs) hashes.push_back(run.hash);
    finished = reader->finished(hashes);
  }
  std::optional<Staleness> staleness;
  if (reader && finished.size() < runs.size()) staleness.emplace(*reader, grid.name);
  fmt::print("grid {}  {}replicate[{}]  {} cells  {} references  {} runs\n", grid.name,
             axes_text(grid), grid.replicates, grid.cells.size(), grid.references.size(),
             runs.size());
  print(take_inventory(runs, finished, staleness), grid);

  const std::vector<std::size_t> pending = pending_runs({}, runs, finished);
  const std::size_t workers = worker_count(command.jobs);
  CostModel costs;
  std::string source;
  if (reader) source = learn_costs(*reader, runs, costs);
  if (source.empty() && !pending.empty()) {
    WorkerPool pool(1, worker_arguments(command.plugins));
    source = probe_costs(runs, pending, pool, costs);
  }
  const double seconds = cost_of(runs, pending, costs);
  fmt::print("to run {}", pending.size());
  if (!pending.empty()) {
    fmt::print(
        "  est. {} on {} workers ({} of work, {})  +{:.2g} MB",
        duration(seconds / static_cast<double>(std::min(workers, pending.size()))), workers,
        duration(seconds), source,
        1e-6 * static_cast<double>(pending.size()) * bytes_per_run(database, finished.size()));
  }
  fmt::print("\n");
  return kOk;
}

}  // namespace skald
