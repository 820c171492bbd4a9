#include "checked_plugins.hpp"

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

std::vector<conformance::Finding> check(Kind kind, const std::string& name,
                                        const std::vector<Setting>& settings, double tolerance) {
  const plugin_host::Plugin& plugin = checked_plugins().find(kind, name);
  RowCheck row{.tolerance = tolerance};
  for (const OptionInfo& option : plugin.options()) row.held.emplace_back(option.name);
  return check(plugin, settings, row);
}

std::vector<conformance::Finding> check_varied(Kind kind, const std::string& name,
                                               const std::vector<Setting>& settings) {
  return check(checked_plugins().find(kind, name), settings);
}

}  // namespace skald::test
