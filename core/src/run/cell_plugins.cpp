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
                              "make (a model may use n and N): give it a number");
}

}  // namespace

std::vector<options::OptionValue> plugin_values(const std::vector<options::NamedValue>& options) {
  std::vector<options::OptionValue> values;
  values.reserve(options.size());
  for (const auto& [name, value] : options) values.push_back(plugin_value(value));
  return values;
}

std::optional<std::pair<std::string, double>> sampler_constant(const grid::Cell& cell,
                                                               plugin_host::PluginHost& host,
                                                               Index clients) {
  const grid::PluginChoice& sampler = cell.choice(Kind::sampler);
  const plugin_host::Plugin& plugin = host.find(Kind::sampler, sampler.plugin);
  const FormulaConstant& constant = plugin.descriptor->constant;
  if (constant.name == nullptr) return std::nullopt;
  std::vector<options::NamedValue> numbers = sampler.options;
  for (auto& [name, value] : numbers) {
    if (std::holds_alternative<options::Expression>(value)) value = std::monostate{};
  }
  return about({"sampler", ""}, [&] {
    return std::pair{std::string(constant.name),
                     plugin_host::constant_value(plugin, plugin_values(numbers), clients)};
  });
}

}  // namespace skald::run
