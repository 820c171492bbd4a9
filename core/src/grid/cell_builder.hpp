// Builds one cell from one combination of settings.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "grid/document.hpp"
#include "grid/expression.hpp"
#include "grid/option_tables.hpp"
#include "grid/selection.hpp"

namespace skald::grid {

struct BuildContext {
  const OptionTables& tables;
  std::span<const ProblemConstant> constants;  // their values are not known yet
  std::string_view folder;
  json::Place run_place;  // of the section "run"
};

// Settings in increasing order of precedence: a later one replaces an earlier one.
using Combination = std::vector<const Assignment*>;

struct BuiltCell {
  Cell cell;  // without seed, metrics, axes, reference
  std::vector<json::Diagnostic> diagnostics;
};

// Builds the cell of a combination. An option that none of its plugins owns is left out;
// select_plugins() has checked that some other plugin of the grid owns it.
BuiltCell build_cell(const Combination& combination, const BuildContext& context);

// Builds the reference of `cell`: the cell with the sections of `reference` in place of its own.
// Only "run" is merged, and a budget in it replaces the cell's. It has no start.
BuiltCell build_reference(const Cell& cell, const Sections& reference, const BuildContext& context);

// Gives the cell the start that the text describes, and returns what is wrong with that. A formula
// in it may name options of the start's sampler and of the cell's other sections.
std::vector<json::Diagnostic> add_start(Cell& cell, const StartText& start,
                                        const BuildContext& context);

ChosenPlugins chosen_plugins(const Combination& combination, const OptionTables& tables);

// Returns the value that an option has so far, as set or by default; nothing if no plugin owns it.
// For the option "plugin" this is the plugin's name.
std::optional<options::OptionValue> value_so_far(const OptionKey& key,
                                                 const Combination& combination,
                                                 const BuildContext& context);

// Same, for an option of a finished cell.
std::optional<options::OptionValue> value_in(const Cell& cell, const OptionKey& key);

}  // namespace skald::grid
