// Which plugins a document can choose, and whether its keys are options of any of them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "grid/document.hpp"
#include "grid/option_tables.hpp"

namespace skald::grid {

// The plugin that each section has in one combination; nullptr: unknown or none.
using ChosenPlugins = std::array<const PluginDescriptor*, 5>;

// That of a section; nullptr for "run".
inline const PluginDescriptor* plugin_of(const ChosenPlugins& chosen, options::Section section) {
  return section == options::Section::run ? nullptr : chosen[index(section)];
}

// Per section, every plugin that the section itself or an axis names.
struct Selection {
  std::array<std::vector<const PluginDescriptor*>, 5> plugins;
  bool unknown = false;  // a plugin is named that does not exist
};

// Appends to `diagnostics`: plugins that do not exist; keys that are no option of any plugin that
// can be chosen; an option that two unconditional axes set.
Selection select_plugins(const GridDocument& document, const OptionTables& tables,
                         std::vector<json::Diagnostic>& diagnostics);

// The sections that own an option: the one of the key, or every section whose plugin (or, for
// "run", table) has it.
std::vector<options::Section> owners(const OptionKey& key, const ChosenPlugins& chosen,
                                     const OptionTables& tables);

// The declaration of an option of a section, the host's seed included, or nullptr.
const OptionInfo* declaration(options::Section section, std::string_view option,
                              const PluginDescriptor* plugin, const OptionTables& tables);

// "sampler fald", or "run": whose rule a diagnostic states.
std::string subject_of(options::Section section, const PluginDescriptor* plugin);

}  // namespace skald::grid
