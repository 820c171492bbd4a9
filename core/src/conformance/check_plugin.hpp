// The conformance kit's checks of a plugin, whatever its kind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/check_runner.hpp"
#include "conformance/finding.hpp"
#include "conformance/sampler_checks.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::conformance {

// A plugin, and the options with which it is made, in table order.
struct ChosenPlugin {
  const plugin_host::Plugin* plugin = nullptr;
  std::vector<options::OptionValue> values;
};

// One set of options with which a plugin is checked in full, in table order.
struct CheckedRow {
  std::vector<options::OptionValue> values;
  double tolerance = kDefaultTolerance;
  std::vector<std::string> held = {};  // options of a sampler or model that are not varied
};

// How a plugin is checked, beyond the checks of its kind.
struct CheckOptions {
  // Of a model: the data set on whose rows it is checked, in place of the kit's tables.
  std::optional<ChosenPlugin> dataset = {};
  // Of a sampler: one that it must be like, draw by draw or, where they use other random numbers,
  // in law, as far as it has the same options; see check_likeness().
  std::optional<ChosenPlugin> like = {};
  // Of the processor's time; checks that do not begin within it are undecided.
  std::optional<double> seconds = {};
};

// Checks the plugin with each row of options, and tells the listener of each finding at once. What
// a plugin needs beside its row is chosen (with_choices()). A sampler or model is checked with
// other values of its options, too, one changed at a time (varied_options.hpp): all rows are one
// set, in which a value of an option is tried once, beside the first row with which it makes a
// difference. If a sampler's `step` is left out, it is set to one that suits the kit's problems,
// whose curvatures are at most 8. An exception of the plugin becomes a finding, but for refusals of
// what the kit has chosen, which is then not tried.
void check_plugin(const plugin_host::Plugin& plugin, const std::vector<CheckedRow>& rows,
                  const CheckOptions& how, CheckListener& listener);

// The findings of one row.
std::vector<Finding> check_plugin(const plugin_host::Plugin& plugin, const CheckedRow& row,
                                  const CheckOptions& how = {});

}  // namespace skald::conformance
