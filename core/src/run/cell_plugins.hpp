// Creates the plugin objects that a cell chooses.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

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

// Runs `make`; what it throws is prefixed with the section of the grid.
template <class F>
auto in_section(std::string_view section, F make) {
  try {
    return make();
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string(section) + ": " + e.what());
  } catch (const std::runtime_error& e) {
    throw std::runtime_error(std::string(section) + ": " + e.what());
  }
}

template <class Interface>
plugin_host::Owned<Interface> make(const grid::Cell& cell, Kind kind,
                                   plugin_host::PluginHost& host) {
  const grid::PluginChoice& choice = cell.choice(kind);
  return in_section(name_of(options::section_of(kind)), [&] {
    return plugin_host::create<Interface>(host.find(kind, choice.plugin),
                                          plugin_values(choice.options));
  });
}

}  // namespace skald::run
