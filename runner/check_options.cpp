#include "check_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "exit_code.hpp"
#include "grid/canonical.hpp"
#include "messages.hpp"
#include "run_failure.hpp"

namespace skald {
namespace {

constexpr double kPatience = 60;  // seconds to make the plugins of one cell

std::string choice_text(const PluginChoice& choice) {
  std::string text = choice.plugin;
  for (const auto& [name, value] : choice.options) text += '\n' + name + '=' + display(value);
  return text;
}

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

std::string place(const Cell& cell) {
  std::string text;
  for (const AxisValue& axis : cell.axes) {
    if (std::holds_alternative<std::monostate>(axis.value)) continue;
    text += (text.empty() ? "" : " ") + axis.name + "=" + display(axis.value);
  }
  return text;
}

// The worker's answer to a check: a message, or how it died.
std::string answer(WorkerPool& pool, std::size_t job) {
  while (true) {
    for (const WorkerEvent& event : pool.wait(std::chrono::milliseconds(1000))) {
      if (event.kind == WorkerEvent::Kind::timed_out) {
        return fmt::format("a plugin was not made within {} s", kPatience);
      }
      if (event.kind != WorkerEvent::Kind::message) {
        return "a plugin ended its process while it was made: " + describe_loss(event);
      }
      pool.release(job);
      return decode_outcome(event.frame).outcome.message;
    }
  }
}

}  // namespace

std::vector<std::string> refused_options(const Grid& grid, WorkerPool& pool) {
  const std::vector<const Cell*> cells = representatives(grid);
  std::vector<std::string> refusals;
  std::set<std::string> said;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Job job;
    job.check_only = true;
    job.cell = write_cell(*cells[i]);
    pool.submit(i, encode(job), {.seconds = kPatience, .memory = std::nullopt});
    const std::string message = answer(pool, i);
    if (message.empty() || !said.insert(message).second) continue;
    refusals.push_back(message + "   (cell " + place(*cells[i]) + ")");
  }
  return refusals;
}

void check_plugin_choices(const std::string& file, const Grid& grid, WorkerPool& pool) {
  const auto refusals = refused_options(grid, pool);
  for (const std::string& refusal : refusals) fmt::print(stderr, "{}: error: {}\n", file, refusal);
  if (!refusals.empty()) throw UsageError("");
}

}  // namespace skald
