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
  return check(checked_plugins().find(kind, name), settings, tolerance);
}

}  // namespace skald::test
