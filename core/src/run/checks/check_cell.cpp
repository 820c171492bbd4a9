#include "run/checks/check_cell.hpp"

#include <algorithm>
#include <exception>
#include <string_view>

#include "run/cell_plugins.hpp"
#include "text/capped.hpp"

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

std::string section_of(const grid::PluginChoice& choice, bool is_of_start) {
  if (is_of_start) return "start.sampler";
  if (choice.kind == Kind::metric) return "metrics";
  return std::string(name_of(options::section_of(choice.kind)));
}

constexpr const char* kNoMechanism = "none";  // what a grid has that names no mechanism

record::RunOutcome outcome(record::RunStatus status, std::string_view message) {
  record::RunOutcome result;
  result.status = status;
  result.message = text::capped(message);
  return result;
}

constexpr std::size_t kMostFaults = 20;  // each costs a set-up of the cell

bool drop_metric(grid::Cell& cell, std::string_view message) {
  for (const grid::MetricChoice& metric : cell.metrics) {
    if (!message.starts_with("metric '" + metric.name + "'")) continue;
    std::erase_if(cell.metrics.own(), [name = metric.name](const grid::MetricChoice& other) {
      return other.name == name;
    });
    return true;
  }
  return false;
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
    if (!check_cell(cell, host).message.starts_with("sampler")) return true;
    options[i].second = given;
  }
  return false;
}

// Takes from the cell what the message complains of. Returns false if nothing can be taken.
bool drop_cause(grid::Cell& cell, std::string_view message, plugin_host::PluginHost& host) {
  if (message.starts_with("metric ")) return drop_metric(cell, message);
  if (message.starts_with("privacy")) return drop_mechanism(cell, host);
  return message.starts_with("sampler") && drop_sampler_option(cell, host);
}

// The section that an event of a rehearsal is about, unless its message says it.
std::string section_of(const record::EventRecord& event) {
  if (event.kind == record::kLongStepEvent) return "sampler: ";
  return event.kind == "privacy" ? "privacy: " : "";
}

}  // namespace

CellFindings examine_cell(RunRequest request, plugin_host::PluginHost& host) {
  CellFindings found;
  while (found.faults.size() < kMostFaults) {
    const record::RunOutcome outcome = prepare_cell(request, host);
    if (outcome.status == record::RunStatus::ok) {
      for (const record::EventRecord& event : outcome.events) {
        found.notes.push_back(section_of(event) + event.message);
      }
      break;
    }
    found.faults.push_back(outcome.message);
    if (outcome.status != record::RunStatus::failed) break;
    if (!drop_cause(request.cell, outcome.message, host)) break;
  }
  return found;
}

record::RunOutcome check_cell(const grid::Cell& cell, plugin_host::PluginHost& host) {
  const std::vector<grid::PluginChoice> choices = cell.all_plugins();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const grid::PluginChoice& choice = choices[i];
    const std::string section = section_of(choice, cell.start && i + 1 == choices.size());
    try {
      const plugin_host::Plugin& plugin = host.find(choice.kind, choice.plugin, choice.library);
      plugin_host::create_object(plugin, choice.kind,
                                 plugin_values(without_formulas(choice, plugin)));
    } catch (const std::exception& e) {
      const std::string why = e.what();
      const bool names_section = why.starts_with(section + " '");
      return outcome(record::RunStatus::failed, names_section ? why : section + ": " + why);
    }
  }
  return outcome(record::RunStatus::ok, "");
}

}  // namespace skald::run
