#include "run/check_cell.hpp"

#include <algorithm>
#include <exception>
#include <string_view>

#include "run/plugin_values.hpp"
#include "text/capped.hpp"

namespace skald {
namespace {

// A number that the option allows, for a formula whose value is not known yet.
double allowed_number(const OptionInfo& option) {
  if (option.has_default) {
    return option.type == OptionType::integer ? static_cast<double>(option.default_integer)
                                              : option.default_number;
  }
  const double low = std::max(option.minimum, -1e9), high = std::min(option.maximum, 1e9);
  return option.minimum_excluded || option.maximum_excluded ? (low + high) / 2 : low;
}

std::vector<NamedValue> without_formulas(const PluginChoice& choice, const Plugin& plugin) {
  std::vector<NamedValue> options = choice.options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!std::holds_alternative<Expression>(options[i].second)) continue;
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

RunOutcome outcome(RunStatus status, std::string_view message) {
  RunOutcome result;
  result.status = status;
  result.message = capped(message);
  return result;
}

}  // namespace

RunOutcome check_cell(const Cell& cell, PluginHost& host) {
  for (const PluginChoice& choice : cell.all_plugins()) {
    const std::string section(choice.kind == Kind::metric ? "metrics"
                                                          : name_of(section_of(choice.kind)));
    try {
      const Plugin& plugin = host.find(choice.kind, choice.plugin, choice.library);
      create_object(plugin, choice.kind, plugin_values(without_formulas(choice, plugin)));
    } catch (const std::exception& e) {
      return outcome(RunStatus::failed, section + ": " + e.what());
    }
  }
  return outcome(RunStatus::ok, "");
}

}  // namespace skald
