#include "checked_plugins.hpp"

#include <stdexcept>

#include "load_plugin.hpp"
#include "plugin_host/search_path.hpp"

namespace skald::test {

plugin_host::PluginHost& checked_plugins() {
  static const std::vector<std::string> folders{plugin_folder(),
                                                std::string(SKALD_HOST_PLUGINS) + "/flawed"};
  static plugin_host::PluginHost host(
      plugin_host::plugin_search_path(folders, "", "/nowhere/bin/skald"),
      plugin_host::Writable::allow);
  return host;
}

std::vector<options::OptionValue> values_of(const plugin_host::Plugin& plugin,
                                            const Settings& settings) {
  std::vector<options::OptionValue> values;
  std::size_t known = 0;
  for (const OptionInfo& option : plugin.options()) {
    options::OptionValue& value = values.emplace_back();
    for (const auto& [name, given] : settings) {
      if (name != option.name) continue;
      const auto* text = std::get_if<std::string>(&given);
      value = text && option.type == OptionType::path ? options::FilePath{*text, *text} : given;
      ++known;
    }
  }
  if (known == settings.size()) return values;
  throw std::invalid_argument(std::string("an option that the plugin lacks: ") +
                              plugin.descriptor->info.name);
}

std::vector<conformance::Finding> check(Kind kind, const std::string& name,
                                        const Settings& settings, double tolerance) {
  const plugin_host::Plugin& plugin = checked_plugins().find(kind, name);
  return conformance::check_plugin(plugin, values_of(plugin, settings), tolerance);
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
