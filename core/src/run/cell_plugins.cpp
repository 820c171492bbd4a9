#include "run/cell_plugins.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "data/known_files.hpp"
#include "grid/expression.hpp"
#include "problem/problem_constants.hpp"
#include "run/run_plan.hpp"

namespace skald::run {
namespace {

// Returns the paths of the options that are formulas: "sampler.step".
std::vector<std::string> formulas_of(const grid::Cell& cell) {
  std::vector<std::string> paths;
  for (const options::OptionPath& option : cell.formulas()) paths.push_back(to_text(option));
  return paths;
}

std::vector<const PluginDescriptor*> descriptors_of(const grid::Cell& cell,
                                                    plugin_host::PluginHost& host) {
  std::vector<const PluginDescriptor*> plugins;
  for (const grid::PluginChoice& choice : cell.plugins) {
    plugins.push_back(host.find(choice.kind, choice.plugin).descriptor);
  }
  return plugins;
}

std::vector<grid::ProblemConstant> unknown_constants() {
  std::vector<grid::ProblemConstant> constants;
  for (const std::string& name : problem::problem_constant_names()) constants.push_back({name, {}});
  return constants;
}

// Sets the values of those constants.
template <class Values>
void give(const Values& values, std::vector<grid::ProblemConstant>& constants) {
  for (const auto& [name, value] : values) {
    for (grid::ProblemConstant& constant : constants) {
      if (constant.name == name) constant.value = static_cast<double>(value);
    }
  }
}

bool is_of_model(std::string_view path) { return path.starts_with("model."); }

}  // namespace

grid::Cell with_formulas_of_model(grid::Cell cell, const problem::FederatedTable& table,
                                  plugin_host::PluginHost& host,
                                  std::vector<std::string>& counted) {
  if (std::ranges::none_of(formulas_of(cell), is_of_model)) return cell;
  const auto plugins = descriptors_of(cell, host);
  const grid::OptionTables tables{plugins, run_option_infos()};
  auto constants = unknown_constants();
  const Index clients = table.clients();
  give(std::array{std::pair{"N", clients}}, constants);
  grid::Cell by_clients = cell, by_rows = cell;
  grid::evaluate_expressions(by_clients, tables, constants);
  std::ranges::copy_if(formulas_of(by_clients), std::back_inserter(counted), is_of_model);
  give(std::array{std::pair{"n", table.begin(clients)}}, constants);
  for (const auto& fault : grid::evaluate_expressions(by_rows, tables, constants)) {
    if (is_of_model(to_text(fault.option))) throw std::invalid_argument(fault.message);
  }
  // Formulas of other sections are left to with_formulas(), which knows all constants.
  cell.choice(Kind::model) = by_rows.choice(Kind::model);
  std::copy_if(by_rows.evaluated.begin() + std::ssize(cell.evaluated), by_rows.evaluated.end(),
               std::back_inserter(cell.evaluated),
               [](const auto& formula) { return is_of_model(formula.first); });
  return cell;
}

grid::Cell with_formulas(grid::Cell cell, const Problem& problem, plugin_host::PluginHost& host,
                         std::vector<std::string>& counted, std::vector<std::string>& curved) {
  const auto plugins = descriptors_of(cell, host);
  const grid::OptionTables tables{plugins, run_option_infos()};
  auto constants = unknown_constants();
  auto known = problem::problem_sizes(problem);
  std::erase_if(known, [](const auto& size) { return size.first == "n"; });
  give(known, constants);
  grid::evaluate_expressions(cell, tables, constants);
  std::optional<std::pair<std::string, double>> of_sampler;
  if (!formulas_of(cell).empty()) of_sampler = sampler_constant(cell, host, problem.clients());
  if (of_sampler) {
    constants.push_back({of_sampler->first, of_sampler->second});
    grid::evaluate_expressions(cell, tables, constants);
  }
  std::vector<std::string> by_rows = formulas_of(cell);
  give(problem::problem_sizes(problem), constants);
  grid::evaluate_expressions(cell, tables, constants);
  curved = formulas_of(cell);
  std::erase_if(by_rows, [&curved](const std::string& option) {
    return std::find(curved.begin(), curved.end(), option) != curved.end();
  });
  counted.insert(counted.end(), by_rows.begin(), by_rows.end());
  if (!curved.empty()) give(problem::problem_constants(problem), constants);
  cell = grid::with_constants(std::move(cell), tables, constants);
  if (of_sampler && sampler_constant(cell, host, problem.clients()) != of_sampler) {
    in_section("sampler", [&] {
      throw std::invalid_argument(of_sampler->first +
                                  " follows from an option that is a formula: give it a number");
    });
  }
  return cell;
}

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
