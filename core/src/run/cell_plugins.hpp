// Creates the plugin objects that a cell chooses.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "problem/federated_table.hpp"
#include "record/run_outcome.hpp"
#include "skald/problem.hpp"

namespace skald::run {

// Formulas of a cell over the constants of its problem, such as "= step_bound / 5".

// Returns the cell with the formulas of its model replaced by their values: over N and n alone,
// since the model makes all other constants. Adds the paths of those that use n, the number of
// rows, to `counted` ("model.prior_precision"). Throws std::invalid_argument for any other formula.
grid::Cell with_formulas_of_model(grid::Cell cell, const problem::FederatedTable& table,
                                  plugin_host::PluginHost& host, std::vector<std::string>& counted);

// Returns the cell with all formulas replaced by their values. Curvature bounds need passes over
// all private rows, so they are computed only if a formula uses them. Adds the paths of options
// whose formulas use the number of rows to `counted`, and sets `curved` to those that use bounds of
// the curvature. Throws std::invalid_argument if a formula has no value.
grid::Cell with_formulas(grid::Cell cell, const Problem& problem, plugin_host::PluginHost& host,
                         std::vector<std::string>& counted, std::vector<std::string>& curved);

// Errors that tell whom they are about.

// A base of exceptions.
struct About {
  record::Subject subject;
};

template <class Error>
struct ErrorAbout final : Error, About {
  ErrorAbout(record::Subject about, const std::string& what)
      : Error(what), About{std::move(about)} {}
};

// Runs `make`; what it throws is about the subject, and begins with `prefix`.
template <class F>
auto about(const record::Subject& subject, F make, const std::string& prefix = "") {
  try {
    return make();
  } catch (const std::invalid_argument& e) {
    throw ErrorAbout<std::invalid_argument>(subject, prefix + e.what());
  } catch (const std::runtime_error& e) {
    throw ErrorAbout<std::runtime_error>(subject, prefix + e.what());
  }
}

// Runs `make`; what it throws is about the section of the grid, and begins with its name.
template <class F>
auto in_section(std::string_view section, F make) {
  return about({.section = std::string(section), .metric = {}}, std::move(make),
               std::string(section) + ": ");
}

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
