// The plugins of this build and the deliberately flawed ones, through the conformance kit.
#pragma once

#include <string>

#include "plugin_check.hpp"

namespace skald::test {

// The shipped plugins and those of tests/host/flawed_*.cpp.
plugin_host::PluginHost& checked_plugins();

// Checks the plugin with the options as they are given, of which the kit varies none.
std::vector<conformance::Finding> check(Kind kind, const std::string& name,
                                        const std::vector<Setting>& settings = {},
                                        double tolerance = conformance::kDefaultTolerance);

// The same, varied.
std::vector<conformance::Finding> check_varied(Kind kind, const std::string& name,
                                               const std::vector<Setting>& settings = {});

}  // namespace skald::test
