// Plugins in Python, made by this build's loader.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "plugin_check.hpp"

namespace skald::test {

inline const std::filesystem::path kPythonPlugins =
    std::filesystem::path(SKALD_SOURCE_DIR) / "tests/plugins/python/plugins";

// The plugins of a folder, loaded into this process.
inline plugin_host::PluginHost python_host(const std::filesystem::path& folder) {
  const std::vector<std::filesystem::path> places{folder};
  return plugin_host::PluginHost(places, plugin_host::Writable::allow, {.loaders = SKALD_LOADERS});
}

// Those of tests/plugins/python/plugins.
inline plugin_host::PluginHost& python_plugins() {
  static plugin_host::PluginHost host = python_host(kPythonPlugins);
  return host;
}

template <class Interface>
plugin_host::Owned<Interface> make(const plugin_host::Plugin& plugin,
                                   const std::vector<Setting>& settings = {}) {
  return plugin_host::create<Interface>(plugin, values_of(plugin, settings));
}

// The object of the plugin py_NAME, and of NAME in C++.
template <class Interface>
struct Namesakes {
  Namesakes(Kind kind, const std::string& name, const std::vector<Setting>& settings = {})
      : python(make<Interface>(python_plugins().find(kind, "py_" + name), settings)),
        shipped(make<Interface>(shipped_plugins().find(kind, name), settings)) {}

  plugin_host::Owned<Interface> python, shipped;
};

}  // namespace skald::test
