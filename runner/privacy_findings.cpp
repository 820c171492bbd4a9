#include "privacy_findings.hpp"

#include <fmt/core.h>

#include <exception>
#include <set>
#include <variant>

#include "cell/experiment.hpp"
#include "exit_code.hpp"
#include "sweep_runs.hpp"

namespace skald {
namespace {

bool is_number(const OptionValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

// Cells of equal keys differ in numbers alone, which set-ups do not turn on.
std::string key_of(const Cell& cell) {
  std::string key;
  for (std::size_t s = 0; s < kSectionNames.size(); ++s) {
    const auto section = static_cast<Section>(s);
    if (section != Section::run) key += cell.choice(static_cast<Kind>(s)).plugin + '\n';
    for (const auto& [name, value] : cell.options(section)) {
      key += name + '=' + (is_number(value) ? "number" : display(value)) + '\n';
    }
  }
  for (const auto& [path, formula] : cell.evaluated) key += path + formula + '\n';
  return key;
}

// Whether there is anything to be warned of: a mechanism, or a declaration.
bool concerns_privacy(const Cell& cell) {
  const OptionValue* declared = cell.find(Section::run, "public");
  const bool declares = declared != nullptr && !std::holds_alternative<std::monostate>(*declared);
  return declares || cell.choice(Kind::privacy).plugin != "none";
}

// Without text where there is nothing to say.
PrivacyFinding finding_of(const Cell& cell, PluginHost& host) {
  try {
    Experiment experiment(cell, 0, host);
    if (experiment.mechanism().claim().delta == 0) return {false, ""};
    experiment.rehearse_start();
    const std::string complaint = experiment.private_inputs().complaint();
    return {false, complaint.empty() ? "" : "eps will be infinite: " + complaint};
  } catch (const std::exception& e) {
    const std::string message = e.what();
    const bool is_error = message.starts_with("run.public");
    return {is_error, is_error ? message : ""};
  }
}

}  // namespace

std::vector<PrivacyFinding> privacy_findings(const Grid& grid, PluginHost& host) {
  std::set<std::string> keys, said;
  std::vector<PrivacyFinding> findings;
  for (const Cell& cell : grid.cells) {
    if (!concerns_privacy(cell) || !keys.insert(key_of(cell)).second) continue;
    PrivacyFinding finding = finding_of(cell, host);
    if (finding.text.empty() || !said.insert(finding.text).second) continue;
    const std::string place = place_of(cell);
    if (!place.empty()) finding.text += "   (cell " + place + ")";
    findings.push_back(std::move(finding));
  }
  return findings;
}

void check_privacy(const std::string& file, const Grid& grid, PluginHost& host) {
  bool is_wrong = false;
  for (const PrivacyFinding& finding : privacy_findings(grid, host)) {
    fmt::print(stderr, "{}: {}: {}\n", file, finding.is_error ? "error" : "warning", finding.text);
    is_wrong |= finding.is_error;
  }
  if (is_wrong) throw UsageError("");
}

}  // namespace skald
