// The conformance kit's checks of a plugin, whatever its kind.
#pragma once

#include <string_view>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_law.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::conformance {

// Checks the plugin with the options `values`, in table order. If a sampler's `step` is left out,
// it is set to one that suits the kit's problems, whose curvatures are at most 8. An exception of
// the plugin becomes a finding.
std::vector<Finding> check_plugin(const plugin_host::Plugin& plugin,
                                  const std::vector<options::OptionValue>& values,
                                  double tolerance = kDefaultTolerance);

}  // namespace skald::conformance
