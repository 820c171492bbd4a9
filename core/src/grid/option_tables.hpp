// The options that a grid may use, as plugins and the caller declare them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "skald/plugin.hpp"

namespace skald::grid {

// A constant of the problem that expressions may name (N, step_bound). It has a value only once the
// problem has been built.
struct ProblemConstant {
  std::string name;
  std::optional<double> value;
};

// A plugin that belongs to Skald but is not part of this build.
struct AbsentPlugin {
  Kind kind = Kind::model;
  std::string name;
  std::string remedy;  // "it needs ..., which ... installs"
};

// Borrows the plugins and tables, which must outlive it.
struct OptionTables {
  std::span<const PluginDescriptor* const> plugins;
  std::span<const OptionInfo> run;  // of the section "run"; a dot in a name: a nested object
  std::span<const AbsentPlugin> absent = {};
};

// Returns the plugin, or nullptr if there is none of that kind and name.
const PluginDescriptor* find_plugin(const OptionTables& tables, Kind kind, std::string_view name);
std::vector<std::string> plugin_names(const OptionTables& tables, Kind kind);

std::span<const OptionInfo> options_of(const PluginDescriptor& plugin);

// Returns the section's options if `plugin` is chosen (nullptr: none; ignored for "run").
std::span<const OptionInfo> options_of(const OptionTables& tables, options::Section section,
                                       const PluginDescriptor* plugin);

const OptionInfo* find_option(std::span<const OptionInfo> options, std::string_view name);
// The first option of that role, or nullptr.
const OptionInfo* find_option(std::span<const OptionInfo> options, OptionRole role);

// The option "seed" that the host adds to the sections dataset and partition.
bool has_host_seed(options::Section section);
const OptionInfo& host_seed();

}  // namespace skald::grid
