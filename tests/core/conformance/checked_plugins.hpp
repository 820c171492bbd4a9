// Plugins to be tested by the conformance kit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/check_plugin.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::test {

// The options of a plugin that differ from its defaults.
using Settings = std::vector<std::pair<std::string, options::OptionValue>>;

// The shipped plugins and those of tests/host/flawed_*.cpp.
plugin_host::PluginHost& checked_plugins();

// The values of all options, in table order.
std::vector<options::OptionValue> values_of(const plugin_host::Plugin& plugin,
                                            const Settings& settings);

template <class Interface>
plugin_host::Owned<Interface> create_checked(Kind kind, const std::string& name,
                                             const Settings& settings) {
  const plugin_host::Plugin& plugin = checked_plugins().find(kind, name);
  return plugin_host::create<Interface>(plugin, values_of(plugin, settings));
}

std::vector<conformance::Finding> check(Kind kind, const std::string& name,
                                        const Settings& settings = {},
                                        double tolerance = conformance::kDefaultTolerance);

// The names of the checks that failed.
std::vector<std::string> failures(const std::vector<conformance::Finding>& findings);
// The failed checks, as text for people.
std::string report(const std::vector<conformance::Finding>& findings);

}  // namespace skald::test
