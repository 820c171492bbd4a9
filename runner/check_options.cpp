#include "check_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <span>

#include "exit_code.hpp"
#include "grid/canonical.hpp"
#include "messages.hpp"
#include "run_failure.hpp"
#include "sweep_runs.hpp"

namespace skald {
namespace {

constexpr double kPatience = 60;  // seconds to make the plugins of a batch of cells
constexpr std::size_t kBatch = 100;

// Cells that together have every plugin choice of the grid.
std::vector<const Cell*> representatives(const Grid& grid) {
  std::set<std::pair<Kind, std::string>> seen;
  std::vector<const Cell*> cells;
  for (const auto* list : {&grid.references, &grid.cells}) {
    for (const Cell& cell : *list) {
      bool is_new = false;
      for (const PluginChoice& choice : cell.plugins) {
        is_new |= seen.emplace(choice.kind, choice_text(choice)).second;
      }
      if (is_new) cells.push_back(&cell);
    }
  }
  return cells;
}

// What became of job 0.
WorkerEvent answer(WorkerPool& pool) {
  while (true) {
    for (WorkerEvent& event : pool.wait(std::chrono::milliseconds(1000))) return std::move(event);
  }
}

std::string describe(const WorkerEvent& event) {
  if (event.kind == WorkerEvent::Kind::timed_out) {
    return fmt::format("a plugin was not made within {} s", kPatience);
  }
  return "a plugin ended its process while it was made: " + describe_loss(event);
}

// One message per cell, empty where its plugins take the options. Where a plugin ends the worker,
// the cells are tried one by one.
std::vector<std::string> refusals_of(std::span<const Cell* const> cells, WorkerPool& pool) {
  Job job;
  for (const Cell* cell : cells) job.check.push_back(write_cell(*cell));
  pool.submit(0, encode(job), {.seconds = kPatience, .memory = std::nullopt});
  const WorkerEvent event = answer(pool);
  std::vector<std::string> messages(cells.size());
  if (event.kind == WorkerEvent::Kind::message) {
    const OutcomeMessage answer = decode_outcome(event.frame);
    pool.release(0, answer.is_last);
    for (const EventRecord& refusal : answer.outcome.events) {
      messages.at(static_cast<std::size_t>(*refusal.iteration)) = refusal.message;
    }
    return messages;
  }
  if (cells.size() == 1) return {describe(event)};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    messages[i] = refusals_of(cells.subspan(i, 1), pool).front();
  }
  return messages;
}

}  // namespace

std::string choice_text(const PluginChoice& choice) {
  std::string text = choice.plugin;
  for (const auto& [name, value] : choice.options) text += '\n' + name + '=' + display(value);
  return text;
}

std::vector<std::string> refused_options(const Grid& grid, WorkerPool& pool) {
  const std::vector<const Cell*> cells = representatives(grid);
  std::vector<std::string> refusals;
  std::set<std::string> said;
  for (std::size_t start = 0; start < cells.size(); start += kBatch) {
    const auto batch = std::span(cells).subspan(start, std::min(kBatch, cells.size() - start));
    const std::vector<std::string> messages = refusals_of(batch, pool);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (messages[i].empty() || !said.insert(messages[i]).second) continue;
      refusals.push_back(messages[i] + "   (cell " + place_of(*batch[i]) + ")");
    }
  }
  return refusals;
}

void check_plugin_choices(const std::string& file, const Grid& grid, WorkerPool& pool) {
  const auto refusals = refused_options(grid, pool);
  for (const std::string& refusal : refusals) fmt::print(stderr, "{}: error: {}\n", file, refusal);
  if (!refusals.empty()) throw UsageError("");
}

}  // namespace skald
