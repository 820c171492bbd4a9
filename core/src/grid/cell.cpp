#include "grid/cell.hpp"

namespace skald {

std::vector<PluginChoice> Cell::all_plugins() const {
  std::vector<PluginChoice> all(plugins.begin(), plugins.end());
  for (const MetricChoice& metric : metrics) all.push_back(metric.plugin);
  return all;
}

std::vector<NamedValue>& Cell::options(Section section) {
  if (section == Section::run) return run;
  return plugins[index(section)].options;
}

const std::vector<NamedValue>& Cell::options(Section section) const {
  if (section == Section::run) return run;
  return plugins[index(section)].options;
}

const OptionValue* Cell::find(Section section, std::string_view option) const {
  for (const auto& [name, value] : options(section))
    if (name == option) return &value;
  return nullptr;
}

OptionValue* Cell::find(const OptionPath& path) {
  for (auto& [name, value] : options(path.section))
    if (name == path.option) return &value;
  return nullptr;
}

const OptionValue* Cell::find(std::string_view path) const {
  const auto full = option_path(path);
  return full ? find(*full) : nullptr;
}

}  // namespace skald
