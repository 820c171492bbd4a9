#include "grids/check_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <span>
#include <stdexcept>

#include "engine/job_batch.hpp"
#include "grid/canonical.hpp"
#include "grids/finding.hpp"
#include "grids/sweep_runs.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr double kBatchSeconds = 600;  // for making the plugins of a batch of cells
constexpr std::size_t kBatch = 100;

// Returns cells that together have every plugin choice of the grid.
std::vector<const grid::Cell*> representatives(const grid::Grid& grid) {
  std::set<std::pair<Kind, std::string>> seen;
  std::set<std::string> starts;
  std::vector<const grid::Cell*> cells;
  Underway underway("comparing cells", grid.references.size() + grid.cells.size());
  std::size_t compared = 0;
  for (const auto* list : {&grid.references, &grid.cells}) {
    for (const grid::Cell& cell : *list) {
      underway.at(compared++);
      bool is_new = false;
      for (const grid::PluginChoice& choice : cell.plugins) {
        is_new |= seen.emplace(choice.kind, choice_text(choice)).second;
      }
      if (cell.start) is_new |= starts.insert(choice_text(cell.start->sampler)).second;
      if (is_new) cells.push_back(&cell);
    }
  }
  return cells;
}

// Returns why plugins refuse, for each cell whose plugins do. If a plugin ends the worker, the
// cells are tried one by one.
CheckCells::Answer refusals_of(std::span<const grid::Cell* const> cells, Engine& engine) {
  CheckCells question;
  for (const grid::Cell* cell : cells) question.cells.push_back(grid::write_cell(*cell));
  const auto answer = ask(engine, std::vector{question},
                          {.seconds = kBatchSeconds, .memory = std::nullopt}, "to make the plugins")
                          .front();
  if (answer && answer->size() == cells.size()) return *answer;
  if (answer) throw std::runtime_error("a worker has checked other cells than it was asked about");
  if (cells.size() == 1) return {run::CellFinding{{}, answer.reason()}};
  CheckCells::Answer refusals(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    refusals[i] = refusals_of(cells.subspan(i, 1), engine).front();
  }
  return refusals;
}

}  // namespace

std::string choice_text(const grid::PluginChoice& choice) {
  std::string text = choice.plugin;
  for (const auto& [name, value] : choice.options)
    text += '\n' + name + '=' + options::display(value);
  return text;
}

TriedChoices try_choices(const grid::Grid& grid, Engine& engine, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  const std::vector<const grid::Cell*> cells = representatives(grid);
  TriedChoices choices;
  choices.all = cells.size();
  std::set<std::string> said;
  Underway underway("trying options of cells", cells.size());
  for (std::size_t start = 0; start < cells.size(); start += kBatch) {
    underway.at(start);
    const auto batch = std::span(cells).subspan(start, std::min(kBatch, cells.size() - start));
    const CheckCells::Answer refusals = refusals_of(batch, engine);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!refusals[i] || !said.insert(refusals[i]->message).second) continue;
      const std::string place = place_of(*batch[i]);
      choices.refusals.push_back(
          {*refusals[i], place.empty() ? "the only cell" : "cell " + place, batch[i]});
    }
    choices.tried += batch.size();
    if (std::chrono::steady_clock::now() > end) break;
  }
  return choices;
}

std::vector<Finding> untried(const LoadedGrid& loaded, const TriedChoices& choices) {
  if (choices.tried == choices.all) return {};
  return {
      note_on(loaded.file,
              fmt::format("the options of {} of {} were tried; time did not suffice for the others",
                          choices.tried, text::counted(choices.all, "cell")))};
}

void check_plugin_choices(const LoadedGrid& loaded, Engine& engine) {
  const TriedChoices choices = try_choices(loaded.grid, engine, kChoiceSeconds);
  if (!choices.refusals.empty()) throw GridFaults(findings_of(loaded, choices.refusals));
  print_error("{}", text_of(untried(loaded, choices)));
}

}  // namespace skald
