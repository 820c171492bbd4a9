// The conformance kit's checks of a plugin, whatever its kind.
#pragma once

#include <string_view>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_law.hpp"
#include "plugin_host/plugin.hpp"

namespace skald {

// `values` in table order; the checks use a plugin with these options. A sampler's `step` that is
// left out is set to one that suits the kit's problems, whose curvatures are at most 8. Never
// throws what the plugin does: that is a finding.
std::vector<Finding> check_plugin(const Plugin& plugin, const std::vector<PluginValue>& values,
                                  double tolerance = kDefaultTolerance);

}  // namespace skald
