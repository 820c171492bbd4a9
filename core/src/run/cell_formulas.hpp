// Formulas of a cell over the constants of its problem, such as "= step_bound / 5".
#pragma once

#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "problem/federated_table.hpp"
#include "skald/problem.hpp"

namespace skald::run {

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

}  // namespace skald::run
