// A plugin put through the conformance kit.
#pragma once

#include <string>
#include <vector>

#include "conformance/check_plugin.hpp"
#include "load_plugin.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::test {

// The plugins of this build.
plugin_host::PluginHost& shipped_plugins();

// The values of all options in table order; those that `settings` does not name are not set. Throws
// where the plugin lacks an option.
std::vector<options::OptionValue> values_of(const plugin_host::Plugin& plugin,
                                            const std::vector<Setting>& settings);

// How settings are checked; see conformance::CheckedRow.
struct RowCheck {
  double tolerance = conformance::kDefaultTolerance;
  std::vector<std::string> held = {};
};

std::vector<conformance::Finding> check(const plugin_host::Plugin& plugin,
                                        const std::vector<Setting>& settings,
                                        const RowCheck& row = {},
                                        const conformance::CheckOptions& how = {});

// The names of the checks that failed.
std::vector<std::string> failures(const std::vector<conformance::Finding>& findings);
// What failed, as text for people.
std::string report(const std::vector<conformance::Finding>& findings);

}  // namespace skald::test
