#include "grids/privacy_findings.hpp"

#include <exception>
#include <set>
#include <variant>

#include "engine/job_batch.hpp"
#include "grid/canonical.hpp"
#include "grids/finding.hpp"
#include "grids/sweep_runs.hpp"
#include "run/experiment.hpp"
#include "run/private_inputs.hpp"

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
    if (complaint.empty()) return {};
    return {false, {{"privacy", ""}, "eps will be infinite: " + complaint}};
  } catch (const run::PublicInputError& error) {
    return {true, {error.subject, error.what()}};
  } catch (const std::exception&) {  // build_first_cells() reports that
    return {};
  }
}

std::vector<Finding> check_privacy(const LoadedGrid& loaded, Engine& engine, double seconds) {
  const std::vector<const grid::Cell*> cells = first_cells(loaded.grid);
  std::vector<FindPrivacy> questions;
  for (const grid::Cell* cell : cells) questions.push_back({grid::write_cell(*cell)});
  const auto answers = ask(engine, questions, {.seconds = seconds, .memory = std::nullopt},
                           "the set-up of the cell");
  std::set<std::string> said;
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!answers[i]) continue;
    const auto& [is_error, finding] = *answers[i];
    if (finding.message.empty() || !said.insert(finding.message).second) continue;
    const std::string cell = place_of(*cells[i]);
    findings.push_back({is_error ? Finding::Severity::error : Finding::Severity::warning,
                        {.file = loaded.file,
                         .place = grid_place(loaded, {finding.about, ""}),
                         .message = finding.message},
                        cell.empty() ? "" : "cell " + cell});
  }
  return findings;
}

}  // namespace skald
