// Reads the options of a plugin that is to be checked by the conformance kit.
#pragma once

#include <string>
#include <vector>

#include "plugin_host/plugin.hpp"

namespace skald {

// Returns the options in table order; those that are not given are left to the plugin, and a step
// size to the kit. Throws UsageError if the text is no JSON object or the plugin has no such
// options.
std::vector<options::OptionValue> kit_values(const plugin_host::Plugin& plugin,
                                             const std::string& options);
// The same of a plugin `like` the first one, of those options that both have.
std::vector<options::OptionValue> kit_values_of_both(const plugin_host::Plugin& plugin,
                                                     const plugin_host::Plugin& like,
                                                     const std::string& options);
// The same of a data set that --dataset gives, whose member "plugin" is its name.
std::vector<options::OptionValue> kit_dataset_values(const plugin_host::Plugin& plugin,
                                                     const std::string& dataset);
// Returns that name. Throws UsageError if there is none.
std::string kit_dataset_name(const std::string& dataset);

}  // namespace skald
