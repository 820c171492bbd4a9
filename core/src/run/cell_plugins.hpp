// Creates the plugin objects that a cell chooses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/about.hpp"

namespace skald::run {

// Returns the values that a plugin receives, in table order, with every path resolved to its file
// on this machine. Throws std::invalid_argument for a formula, since formulas must have been
// evaluated before.
std::vector<options::OptionValue> plugin_values(const std::vector<options::NamedValue>& options);

// Returns the constant that the cell's sampler offers to formulas, by the options that are none
// themselves; empty: it offers none.
std::optional<std::pair<std::string, double>> sampler_constant(const grid::Cell& cell,
                                                               plugin_host::PluginHost& host,
                                                               Index clients);

// Creates the plugin object of that kind that is chosen. What it throws is about the subject and
// names the plugin.
template <class Interface>
plugin_host::Owned<Interface> make(const grid::PluginChoice& choice, Kind kind,
                                   const record::Subject& subject, plugin_host::PluginHost& host) {
  const auto values =
      in_section(subject.section, [&choice] { return plugin_values(choice.options); });
  return about(subject, [&] {
    return plugin_host::create<Interface>(host.find(kind, choice.plugin, choice.library), values);
  });
}

template <class Interface>
plugin_host::Owned<Interface> make(const grid::Cell& cell, Kind kind,
                                   plugin_host::PluginHost& host) {
  const record::Subject subject{std::string(name_of(options::section_of(kind))), ""};
  return make<Interface>(cell.choice(kind), kind, subject, host);
}

}  // namespace skald::run
