#include "run/cell_plugins.hpp"

#include <stdexcept>

#include "data/data_folder.hpp"

namespace skald::run {
namespace {

options::OptionValue plugin_value(const options::OptionValue& value) {
  if (const auto* path = std::get_if<options::FilePath>(&value))
    return options::FilePath{path->written, data::locate_data(path->resolved)};
  const auto* formula = std::get_if<options::Expression>(&value);
  if (formula == nullptr) return value;
  throw std::invalid_argument("the formula \"" + formula->text +
                              "\" needs constants of the problem, which this section helps to "
                              "make: give it a number");
}

}  // namespace

std::vector<options::OptionValue> plugin_values(const std::vector<options::NamedValue>& options) {
  std::vector<options::OptionValue> values;
  values.reserve(options.size());
  for (const auto& [name, value] : options) values.push_back(plugin_value(value));
  return values;
}

}  // namespace skald::run
