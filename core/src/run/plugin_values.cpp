#include "run/plugin_values.hpp"

#include <stdexcept>

#include "data/data_folder.hpp"

namespace skald {
namespace {

OptionValue plugin_value(const OptionValue& value) {
  if (const auto* path = std::get_if<FilePath>(&value))
    return FilePath{path->written, locate_data(path->resolved)};
  const auto* formula = std::get_if<Expression>(&value);
  if (formula == nullptr) return value;
  throw std::invalid_argument("the formula \"" + formula->text +
                              "\" needs constants of the problem, which this section helps to "
                              "make: give it a number");
}

}  // namespace

std::vector<OptionValue> plugin_values(const std::vector<NamedValue>& options) {
  std::vector<OptionValue> values;
  values.reserve(options.size());
  for (const auto& [name, value] : options) values.push_back(plugin_value(value));
  return values;
}

}  // namespace skald
