#include "grid/cell.hpp"

#include <utility>

namespace skald::grid {

std::vector<PluginChoice> Cell::all_plugins() const {
  std::vector<PluginChoice> all(plugins.begin(), plugins.end());
  for (const MetricChoice& metric : metrics) all.push_back(metric.plugin);
  if (start) all.push_back(start->sampler);
  return all;
}

std::vector<options::NamedValue>& Cell::options(options::Section section) {
  if (section == options::Section::run) return run.own();
  return plugins[index(section)].options.own();
}

const std::vector<options::NamedValue>& Cell::options(options::Section section) const {
  if (section == options::Section::run) return run;
  return plugins[index(section)].options;
}

const options::OptionValue* Cell::find(options::Section section, std::string_view option) const {
  return options::find_value(options(section), option);
}

std::optional<double> Cell::number(options::Section section, std::string_view option) const {
  const options::OptionValue* value = find(section, option);
  return value == nullptr ? std::nullopt : options::as_number(*value);
}

options::OptionValue* Cell::find(const options::OptionPath& path) {
  if (std::as_const(*this).find(path) == nullptr) return nullptr;
  for (auto& [name, value] : options(path.section))
    if (name == path.option) return &value;
  return nullptr;
}

const options::OptionValue* Cell::find(std::string_view path) const {
  const auto full = options::option_path(path);
  return full ? find(*full) : nullptr;
}

bool Cell::is_set(options::Section section, std::string_view option) const {
  const options::OptionValue* value = find(section, option);
  return value != nullptr && !std::holds_alternative<std::monostate>(*value);
}

std::vector<options::OptionPath> Cell::formulas() const {
  std::vector<options::OptionPath> formulas;
  for (const options::Section section : options::kSections) {
    for (const auto& [name, value] : options(section))
      if (std::holds_alternative<options::Expression>(value)) formulas.push_back({section, name});
  }
  return formulas;
}

Cell starting_cell(const Cell& cell) {
  Cell start = cell;
  start.start.reset();
  start.metrics = {};
  start.axes.clear();
  start.reference.reset();
  start.choice(Kind::sampler) = cell.start->sampler;
  start.evaluated = cell.start->evaluated;
  for (auto& [name, value] : start.options(options::Section::run)) {
    if (const auto* given = options::find_value(cell.start->run.items(), name)) value = *given;
  }
  return start;
}

}  // namespace skald::grid
