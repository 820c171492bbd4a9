#include "run/checks/check_cell.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <string_view>

#include "grid/expression.hpp"
#include "options/option_value.hpp"
#include "problem/problem_constants.hpp"
#include "record/records.hpp"
#include "run/cell_plugins.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::run {
namespace {

// Returns a number that the option allows, in place of a formula whose value is not known yet.
double allowed_number(const OptionInfo& option) {
  if (option.has_default) {
    return option.type == OptionType::integer ? static_cast<double>(option.default_integer)
                                              : option.default_number;
  }
  const double low = std::max(option.minimum, -1e9), high = std::min(option.maximum, 1e9);
  return option.minimum_excluded || option.maximum_excluded ? (low + high) / 2 : low;
}

std::vector<options::NamedValue> without_formulas(const grid::PluginChoice& choice,
                                                  const plugin_host::Plugin& plugin) {
  std::vector<options::NamedValue> options = choice.options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!std::holds_alternative<options::Expression>(options[i].second)) continue;
    const OptionInfo& info = plugin.options()[i];
    const double number = allowed_number(info);
    if (info.type == OptionType::integer) {
      options[i].second = static_cast<std::int64_t>(number);
    } else {
      options[i].second = number;
    }
  }
  return options;
}

// Whom what is said of the i-th of Cell::all_plugins() is about.
record::Subject subject_of(const grid::Cell& cell, std::size_t i) {
  if (i < cell.plugins.size()) {
    return {std::string(name_of(options::section_of(cell.plugins[i].kind))), ""};
  }
  const std::size_t metric = i - cell.plugins.size();
  if (metric < cell.metrics.size()) return {"metrics", cell.metrics[metric].name};
  return {"start.sampler", ""};
}

constexpr const char* kNoMechanism = "none";  // what a grid has that names no mechanism

constexpr std::size_t kMostFaults = 20;  // each costs a set-up of the cell

bool drop_metric(grid::Cell& cell, const std::string& name) {
  return std::erase_if(cell.metrics.own(),
                       [&name](const grid::MetricChoice& other) { return other.name == name; }) > 0;
}

bool is_about(const CellFinding& finding, std::string_view section) {
  return finding.about.section == section;
}

bool drop_mechanism(grid::Cell& cell, plugin_host::PluginHost& host) {
  grid::PluginChoice& privacy = cell.choice(Kind::privacy);
  if (privacy.plugin == kNoMechanism) return false;
  try {
    const Info& info = host.find(Kind::privacy, kNoMechanism).descriptor->info;
    privacy = {
        .kind = Kind::privacy, .plugin = info.name, .numerics_revision = info.numerics_revision};
  } catch (const std::exception&) {  // it is not in this build
    return false;
  }
  return true;
}

bool drop_sampler_option(grid::Cell& cell, plugin_host::PluginHost& host) {
  const plugin_host::Plugin& sampler = host.find(Kind::sampler, cell.choice(Kind::sampler).plugin);
  auto& options = cell.options(options::Section::sampler);
  for (std::size_t i = 0; i < options.size(); ++i) {
    const options::OptionValue given = options[i].second;
    if (!sampler.options()[i].optional || std::holds_alternative<std::monostate>(given)) continue;
    options[i].second = std::monostate();
    const std::optional<CellFinding> next = check_cell(cell, host);
    if (!next || !is_about(*next, "sampler")) return true;
    options[i].second = given;
  }
  return false;
}

// Takes from the cell what the fault is about. Returns false if nothing can be taken.
bool drop_cause(grid::Cell& cell, const CellFinding& fault, plugin_host::PluginHost& host) {
  if (!fault.about.metric.empty()) return drop_metric(cell, fault.about.metric);
  if (is_about(fault, "privacy")) return drop_mechanism(cell, host);
  return is_about(fault, "sampler") && drop_sampler_option(cell, host);
}

// What an event of a rehearsal says; its message does not name the section that it is about.
CellFinding note_of(const record::EventRecord& event) {
  std::string section;
  if (event.kind == record::kLongStepEvent) section = "sampler";
  if (event.kind == "privacy") section = "privacy";
  const std::string message = section.empty() ? event.message : section + ": " + event.message;
  return {{section, ""}, message};
}

}  // namespace

CellFindings examine_cell(RunRequest request, plugin_host::PluginHost& host) {
  CellFindings found;
  while (found.faults.size() < kMostFaults) {
    const record::RunOutcome outcome = prepare_cell(request, host);
    if (outcome.status == record::RunStatus::ok) {
      std::ranges::transform(outcome.events, std::back_inserter(found.notes), note_of);
      break;
    }
    found.faults.push_back({outcome.about, outcome.message});
    if (outcome.status != record::RunStatus::failed) break;
    if (!drop_cause(request.cell, found.faults.back(), host)) break;
  }
  return found;
}

std::optional<CellFinding> check_cell(const grid::Cell& cell, plugin_host::PluginHost& host) {
  const std::vector<grid::PluginChoice> choices = cell.all_plugins();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const grid::PluginChoice& choice = choices[i];
    const record::Subject subject = subject_of(cell, i);
    // As a run says it, so that a mistake is told once.
    const std::string prefix = subject.section == "start.sampler" ? "start: " : "";
    try {
      const plugin_host::Plugin& plugin = host.find(choice.kind, choice.plugin, choice.library);
      const auto values = in_section(
          subject.section, [&] { return plugin_values(without_formulas(choice, plugin)); });
      plugin_host::create_object(plugin, choice.kind, values);
    } catch (const std::exception& e) {
      return CellFinding{subject, text::capped(prefix + e.what())};
    }
  }
  return std::nullopt;
}

namespace {

// Rounding of a step that stands exactly at its limit is none.
constexpr double kSlack = 1e-9;
constexpr double kOperationsOfRun = 1e8, kOperationsOfCheck = 1e9;

using Constants = std::vector<std::pair<std::string, double>>;

bool has_bounds(const Constants& constants) {
  return std::any_of(constants.begin(), constants.end(),
                     [](const auto& constant) { return constant.first == "L"; });
}

std::string sentence(const OptionInfo& option, double value, double limit) {
  return std::string(option.name) + " is " + text::number_text(value) + ", " +
         text::number_text(value / limit, 3) + " times " + option.stable_to + " = " +
         text::number_text(limit, 3) +
         ", beyond which gradient steps on a potential of this curvature grow without bound";
}

}  // namespace

bool has_quick_curvature(const Problem& problem, Patience patience) {
  const auto d = static_cast<double>(problem.dimension());
  const auto n = static_cast<double>(problem.examples(Problem::everyone));
  const double most = patience == Patience::of_run ? kOperationsOfRun : kOperationsOfCheck;
  return (n + d * static_cast<double>(problem.clients())) * d * d <= most;
}

std::vector<std::string> long_steps(const grid::Cell& cell, const Problem& problem,
                                    plugin_host::PluginHost& host) {
  std::vector<std::string> sentences;
  if (cell.choice(Kind::privacy).plugin != "none") return sentences;
  const grid::PluginChoice& sampler = cell.choice(Kind::sampler);
  const auto table = host.find(Kind::sampler, sampler.plugin, sampler.library).options();
  Constants constants;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto value = options::as_number(sampler.options[i].second);
    if (*table[i].stable_to == '\0' || !value) continue;
    if (constants.empty()) constants = problem::problem_constants(problem);
    if (!has_bounds(constants)) break;
    const double limit = grid::evaluate(table[i].stable_to, constants);
    if (*value > limit * (1 + kSlack)) sentences.push_back(sentence(table[i], *value, limit));
  }
  return sentences;
}

namespace {

bool is_strongly_convex(const Problem& problem) {
  const auto* curvature =
      static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
  return curvature != nullptr && curvature->bounds(problem.rows(Problem::everyone), 1).m > 0;
}

}  // namespace

double reach_of_draws(Index dimension, Index chains, double temperature) {
  const auto d = static_cast<double>(dimension);
  const double s = std::log(static_cast<double>(chains) / kFalseAlarm);
  return temperature * (d + std::sqrt(2 * d * s) + s);
}

StartRegion::StartRegion(const Problem& problem, double temperature, ConstBlock theta)
    : problem_(problem), temperature_(temperature > 0 ? temperature : 1) {
  if (is_strongly_convex(problem)) at_start_ = potentials(theta);
}

std::optional<std::string> StartRegion::why_left(std::int64_t iteration, ConstBlock theta) const {
  if (at_start_.empty()) return std::nullopt;
  const std::vector<double> now = potentials(theta);
  double rise = 0;
  for (std::size_t chain = 0; chain < now.size(); ++chain)
    rise = std::max(rise, now[chain] - at_start_[chain]);
  const double reach = reach_of_draws(theta.rows, theta.cols, temperature_);
  if (rise <= kReaches * reach) return std::nullopt;
  return "after iteration " + std::to_string(iteration) + " the potential of a chain is " +
         text::number_text(rise, 3) + " above that of its start; all but one in 1e12 draws of a " +
         "convex potential in " + text::counted(theta.rows, "dimension") + " are within " +
         text::number_text(reach, 3) +
         " of its minimum, and twice that allows for the bias of long steps: the chain "
         "has left the region of its start for a plateau; shorten the step that the event '" +
         std::string(record::kLongStepEvent) + "' names";
}

std::vector<double> StartRegion::potentials(ConstBlock theta) const {
  std::vector<double> potential(static_cast<std::size_t>(theta.cols));
  problem_.potential(Problem::everyone, theta, potential);
  return potential;
}

}  // namespace skald::run
