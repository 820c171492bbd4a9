#include "plugin_check.hpp"

#include <stdexcept>

namespace skald::test {
namespace {

options::OptionValue value_of(const OptionInfo& option, const Setting& setting) {
  if (const auto* x = std::get_if<bool>(&setting.value)) return *x;
  if (const auto* x = std::get_if<double>(&setting.value)) return *x;
  if (const auto* x = std::get_if<Array>(&setting.value)) {
    return options::NumberArray{x->values, x->shape};
  }
  if (const auto* x = std::get_if<std::int64_t>(&setting.value)) {
    if (option.type == OptionType::number) return static_cast<double>(*x);
    return *x;
  }
  const std::string& text = std::get<std::string>(setting.value);
  if (option.type == OptionType::path) return options::FilePath{text, text};
  return text;
}

}  // namespace

plugin_host::PluginHost& shipped_plugins() {
  static const std::vector<std::filesystem::path> places{plugin_folder()};
  static plugin_host::PluginHost host(places, plugin_host::Writable::allow);
  return host;
}

std::vector<options::OptionValue> values_of(const plugin_host::Plugin& plugin,
                                            const std::vector<Setting>& settings) {
  std::vector<options::OptionValue> values;
  std::size_t known = 0;
  for (const OptionInfo& option : plugin.options()) {
    options::OptionValue& value = values.emplace_back();
    for (const Setting& setting : settings) {
      if (setting.name != option.name) continue;
      value = value_of(option, setting);
      ++known;
    }
  }
  if (known == settings.size()) return values;
  throw std::invalid_argument(std::string("an option that the plugin lacks: ") +
                              plugin.descriptor->info.name);
}

std::vector<conformance::Finding> check(const plugin_host::Plugin& plugin,
                                        const std::vector<Setting>& settings, const RowCheck& row,
                                        const conformance::CheckOptions& how) {
  return conformance::check_plugin(plugin, {values_of(plugin, settings), row.tolerance, row.held},
                                   how);
}

std::vector<std::string> failures(const std::vector<conformance::Finding>& findings) {
  std::vector<std::string> names;
  for (const conformance::Finding& finding : findings) {
    if (finding.verdict == conformance::Verdict::failed) names.push_back(finding.check);
  }
  return names;
}

std::string report(const std::vector<conformance::Finding>& findings) {
  std::string text;
  for (const conformance::Finding& finding : findings) {
    if (finding.verdict != conformance::Verdict::failed) continue;
    text += finding.check + ": expected " + finding.expected + ", found " + finding.found + "\n";
  }
  return text;
}

}  // namespace skald::test
