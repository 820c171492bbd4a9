// Other values of a plugin's options, one at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "options/option_value.hpp"
#include "plugin_host/plugin.hpp"

namespace skald::conformance {

using OptionValues = std::vector<options::OptionValue>;

// Some numbers that an object made with these values leaves, which are equal only where options
// make no difference; nothing if the plugin refuses the values.
using TryValues = std::function<std::optional<Eigen::VectorXd>(const OptionValues&)>;

// Values in which an option has another value than in the first ones.
struct VariedOptions {
  std::string name;  // "with rho = 0.5", "with participation = without_replacement, S = 2"
  OptionValues values;
};

// For every option but those of `held`, paths, arrays, free texts and `step`: the other words of a
// choice; the other boolean; half a number, for a share one nearer to 1, or 0.5 in place of 0 and
// of nothing; for an integer its least value, 1 besides 0, and the next one, for a large one half
// of it, or 1, 2 and 3 in place of nothing. A value that is refused, or makes no difference to
// `tried`, is tried again without each of the options that are given but need not be, and then with
// each other value of each other option, until it makes one. What never does is left out.
std::vector<VariedOptions> varied_options(const plugin_host::Plugin& plugin,
                                          const OptionValues& values,
                                          const std::vector<std::string>& held,
                                          const TryValues& tried);

// Returns the options, "name = value", that have a condition (Option::only_if()) which these values
// do not meet, and yet make a difference to `tried`, alone. Other values are those of above.
std::vector<std::string> false_conditions(const plugin_host::Plugin& plugin,
                                          const OptionValues& values,
                                          const std::vector<std::string>& held,
                                          const TryValues& tried);

}  // namespace skald::conformance
