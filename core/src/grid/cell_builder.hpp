// One cell from one combination of settings.
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
  std::span<const ProblemConstant> constants;  // without values
  std::string_view folder;
  json::Place run_place;  // of the section "run"
};

// Settings in the order in which they count: a later one replaces an earlier one.
using Combination = std::vector<const Setting*>;

struct BuiltCell {
  Cell cell;  // without seed, metrics, axes, reference
  std::vector<json::Diagnostic> diagnostics;
};

// An option that the combination's plugin does not own is left out (that some other plugin owns it
// is checked by select_plugins).
BuiltCell build_cell(const Combination& combination, const BuildContext& context);

// The cell with the sections that `reference` gives in place of its own; "run" is merged, its
// budget replacing the cell's.
BuiltCell build_reference(const Cell& cell, const Sections& reference, const BuildContext& context);

ChosenPlugins chosen_plugins(const Combination& combination, const OptionTables& tables);

// The value that an option has so far: as set, or its default; nothing where no plugin owns it.
// A plugin's name for the option "plugin".
std::optional<options::OptionValue> value_so_far(const OptionKey& key,
                                                 const Combination& combination,
                                                 const BuildContext& context);

// The value of an option of a finished cell; likewise.
std::optional<options::OptionValue> value_in(const Cell& cell, const OptionKey& key);

}  // namespace skald::grid
