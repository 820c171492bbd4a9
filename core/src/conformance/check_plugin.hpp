// The conformance kit's checks of a plugin, whatever its kind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_checks.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::conformance {

// A plugin, and the options with which it is made, in table order.
struct ChosenPlugin {
  const plugin_host::Plugin* plugin = nullptr;
  std::vector<options::OptionValue> values;
};

// How a plugin is checked, beyond the checks of its kind.
struct CheckOptions {
  double tolerance = kDefaultTolerance;
  std::vector<std::string> held;  // options of a sampler or model that are not varied
  // Of a model: the data set on whose rows it is checked, in place of the kit's tables.
  std::optional<ChosenPlugin> dataset;
  // Of a sampler: one that it must be like, draw by draw or, where they use other random numbers,
  // in law; see check_likeness().
  std::optional<ChosenPlugin> like;
};

// Checks the plugin with the options `values`, in table order. A sampler or model is checked with
// other values of its options, too, one changed at a time (varied_options.hpp). If a sampler's
// `step` is left out, it is set to one that suits the kit's problems, whose curvatures are at
// most 8. An exception of the plugin becomes a finding.
std::vector<Finding> check_plugin(const plugin_host::Plugin& plugin,
                                  const std::vector<options::OptionValue>& values,
                                  const CheckOptions& how = {});

}  // namespace skald::conformance
