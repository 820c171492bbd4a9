// skald plan GRID: what a run of it would do.
#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <set>

#include "commands.hpp"
#include "exit_code.hpp"
#include "loaded_grid.hpp"
#include "store/store_reader.hpp"
#include "sweep_runs.hpp"

namespace skald {
namespace {

FinishedRuns finished_in(const std::string& database, const std::vector<SweepRun>& runs) {
  if (!std::filesystem::exists(database)) return {};
  std::vector<std::string> hashes;
  for (const SweepRun& run : runs) hashes.push_back(run.hash);
  return StoreReader(database).finished(hashes);
}

// "sampler[2] x p_c[3] x rho[2]": how many values every axis takes.
std::string axes_text(const Grid& grid) {
  std::vector<std::string> names;
  std::map<std::string, std::set<std::string>> values;
  for (const Cell& cell : grid.cells) {
    for (const AxisValue& axis : cell.axes) {
      if (!values.contains(axis.name)) names.push_back(axis.name);
      values[axis.name].insert(display(axis.value));
    }
  }
  std::string text;
  for (const std::string& name : names) {
    if (values[name].size() < 2) continue;
    text += fmt::format("{}{}[{}]", text.empty() ? "" : " x ", name, values[name].size());
  }
  return text;
}

}  // namespace

int plan(const PlanCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const Grid& grid = loaded.grid;
  const std::vector<SweepRun> runs = list_runs(grid);
  const std::string database = command.database.empty() ? grid.name + ".db" : command.database;
  const FinishedRuns finished = finished_in(database, runs);
  std::map<std::string, std::size_t> counts;
  for (const SweepRun& run : runs) {
    const auto ended = finished.find(run.hash);
    ++counts[ended == finished.end() ? "new" : std::string(to_text(ended->second))];
  }
  fmt::print("grid {}  {} x replicate[{}]\n", grid.name, axes_text(grid), grid.replicates);
  fmt::print("  {:6} runs in all: {} cells and {} references, {} replicates\n", runs.size(),
             grid.cells.size(), grid.references.size(), grid.replicates);
  if (grid.excluded > 0) fmt::print("  {:6} cells excluded\n", grid.excluded);
  if (grid.duplicates > 0) fmt::print("  {:6} cells declared twice, run once\n", grid.duplicates);
  for (const auto& [status, count] : counts) {
    fmt::print("  {:6} {}{}\n", count, status, status == "new" ? ": to run" : " in " + database);
  }
  return kOk;
}

}  // namespace skald
