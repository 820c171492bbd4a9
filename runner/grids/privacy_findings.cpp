#include "grids/privacy_findings.hpp"

#include <exception>
#include <set>
#include <stdexcept>
#include <variant>

#include "engine/job_batch.hpp"
#include "grid/canonical.hpp"
#include "grids/grid_place.hpp"
#include "grids/sweep_runs.hpp"
#include "run/experiment.hpp"
#include "system/exit_code.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// What a set-up reads may depend on whether a number is zero (as a prior's precision is), but not
// otherwise on numbers.
std::string kind_of_value(const options::OptionValue& value) {
  if (std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value)) {
    return options::as_number(value) == 0.0 ? "zero" : "number";
  }
  return options::display(value);
}

// Cells with equal keys read the same.
std::string key_of(const grid::Cell& cell) {
  std::string key;
  for (const options::Section section : options::kSections) {
    if (section != options::Section::run) key += cell.choice(kind_of(section)).plugin + '\n';
    for (const auto& [name, value] : cell.options(section)) {
      key += name + '=' + kind_of_value(value) + '\n';
    }
  }
  if (cell.start) key += "start\n";
  for (const auto& [path, formula] : cell.evaluated) key += path + formula + '\n';
  return key;
}

// Whether there can be a finding: the cell has a mechanism or declares public inputs.
bool concerns_privacy(const grid::Cell& cell) {
  const options::OptionValue* declared = cell.find(options::Section::run, "public");
  const bool declares = declared != nullptr && !std::holds_alternative<std::monostate>(*declared);
  return declares || cell.choice(Kind::privacy).plugin != "none";
}

// Returns the first cell of every combination.
std::vector<const grid::Cell*> first_cells(const grid::Grid& grid) {
  std::set<std::string> keys;
  std::vector<const grid::Cell*> cells;
  for (const grid::Cell& cell : grid.cells) {
    if (concerns_privacy(cell) && keys.insert(key_of(cell)).second) cells.push_back(&cell);
  }
  return cells;
}

}  // namespace

PrivacyFinding privacy_finding(const grid::Cell& cell, plugin_host::PluginHost& host) {
  try {
    run::Experiment experiment(cell, 0, host);
    if (!experiment.mechanism().claim()) return {};
    experiment.rehearse_start();
    const std::string complaint = experiment.private_inputs().complaint();
    return {false, complaint.empty() ? "" : "eps will be infinite: " + complaint};
  } catch (const std::exception& e) {
    const std::string message = e.what();
    const bool is_error = message.starts_with("run.public");
    return {is_error, is_error ? message : ""};
  }
}

std::string check_privacy(const LoadedGrid& loaded, Engine& engine, double seconds) {
  const std::vector<const grid::Cell*> cells = first_cells(loaded.grid);
  std::vector<FindPrivacy> questions;
  for (const grid::Cell* cell : cells) questions.push_back({grid::write_cell(*cell)});
  const auto answers = ask(engine, questions, {.seconds = seconds, .memory = std::nullopt},
                           "the set-up of the cell");
  const std::string place = grid_place(loaded.file, loaded.text, "privacy");
  std::set<std::string> said;
  std::string text;
  bool is_wrong = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!answers[i]) continue;  // not built: build_first_cells() reports that
    const PrivacyFinding& finding = *answers[i];
    if (finding.text.empty() || !said.insert(finding.text).second) continue;
    const std::string cell = place_of(*cells[i]);
    text += place + (finding.is_error ? ": error: " : ": warning: ") + finding.text +
            (cell.empty() ? "" : "   (cell " + cell + ")") + "\n";
    is_wrong |= finding.is_error;
  }
  if (is_wrong) throw GridError(text::printable(text));
  return text;
}

}  // namespace skald
