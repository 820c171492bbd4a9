#include "conformance/plugin_checks.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "options/allowed_values.hpp"

namespace skald::conformance {
namespace {

struct Trial {
  options::OptionValue value;
  bool allowed;
};

void add_bound(const OptionInfo& option, double bound, bool excluded, double outwards,
               std::vector<Trial>& trials) {
  if (!std::isfinite(bound)) return;
  if (option.type == OptionType::integer) {
    const auto at = static_cast<std::int64_t>(bound);
    trials.push_back({at, !excluded});
    trials.push_back({at + (outwards > 0 ? 1 : -1), false});
  } else if (option.type == OptionType::number) {
    trials.push_back({bound, !excluded});
    trials.push_back({bound + outwards, false});
  }
}

std::vector<Trial> trials(const OptionInfo& option) {
  std::vector<Trial> list;
  if (option.type == OptionType::boolean) list = {{true, true}, {false, true}};
  if (option.type == OptionType::number) list = {{std::nan(""), false}};
  add_bound(option, option.minimum, option.minimum_excluded, -1, list);
  add_bound(option, option.maximum, option.maximum_excluded, 1, list);
  for (const std::string& word : options::choice_words(option)) list.push_back({word, true});
  if (!options::choice_words(option).empty()) list.push_back({std::string("no such word"), false});
  return list;
}

// Returns what is wrong with the plugin's reaction to that value, or "".
std::string fault(const plugin_host::Plugin& plugin, std::vector<options::OptionValue> values,
                  bool allowed) {
  try {
    plugin_host::create_object(plugin, plugin.descriptor->kind, std::move(values));
  } catch (const std::invalid_argument&) {
    return "";
  } catch (const std::exception& error) {
    return std::string("ends in ") + error.what();
  }
  return allowed ? "" : "is accepted, although it is out of range";
}

}  // namespace

Finding check_options(const plugin_host::Plugin& plugin,
                      const std::vector<options::OptionValue>& values) {
  std::string found;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const Trial& trial : trials(plugin.options()[i])) {
      std::vector<options::OptionValue> changed = values;
      changed[i] = trial.value;
      const std::string wrong = fault(plugin, std::move(changed), trial.allowed);
      if (!wrong.empty() && found.empty()) {
        found = std::string("a value of '") + plugin.options()[i].name + "' " + wrong;
      }
    }
  }
  return finding(
      "options", "values at the bounds and all choices are accepted, or refused with a message",
      found, "throw std::invalid_argument with what was found, what was expected and what to do");
}

}  // namespace skald::conformance
