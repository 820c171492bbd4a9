// The plugins that a document can choose, and a check that its keys are options of one of them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "grid/document.hpp"
#include "grid/option_tables.hpp"

namespace skald::grid {

// The plugin of each section in one combination; nullptr: unknown or none.
using ChosenPlugins = std::array<const PluginDescriptor*, 5>;

// Returns the plugin of a section; nullptr for "run".
inline const PluginDescriptor* plugin_of(const ChosenPlugins& chosen, options::Section section) {
  return section == options::Section::run ? nullptr : chosen[index(section)];
}

// For each section, every plugin that the section itself or an axis names.
struct Selection {
  std::array<std::vector<const PluginDescriptor*>, 5> plugins;
  bool unknown = false;  // a plugin is named that does not exist
};

// Returns the plugins that can be chosen. Appends what is wrong to `diagnostics`: plugins that do
// not exist, keys that are not an option of any plugin that can be chosen, options that two
// unconditional axes set.
Selection select_plugins(const GridDocument& document, const OptionTables& tables,
                         std::vector<json::Diagnostic>& diagnostics);

// Returns the sections that own an option: those whose plugin (for "run": whose table) declares it.
// If the key names a section, no other is considered.
std::vector<options::Section> owners(const OptionKey& key, const ChosenPlugins& chosen,
                                     const OptionTables& tables);

// Returns the declaration of a section's option, which may be the host's seed, or nullptr.
const OptionInfo* declaration(options::Section section, std::string_view option,
                              const PluginDescriptor* plugin, const OptionTables& tables);

// What to do instead for somebody who wants several seeds: "" unless the option is called so.
std::string instead_of_seeds(std::string_view option);

// Returns the name of whatever states a rule, for a diagnostic: "sampler fald" or "run".
std::string subject_of(options::Section section, const PluginDescriptor* plugin);

}  // namespace skald::grid
