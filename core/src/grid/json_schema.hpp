// JSON Schema (draft-07) of option tables, for editors and for `skald describe --json`.
#pragma once

#include <string>
#include <string_view>

#include "grid/option_tables.hpp"
#include "json/json.hpp"

namespace skald::grid {

// Returns the schema of a grid section that chooses this plugin: its options with types, ranges,
// defaults, symbols ("x-symbol") and documentation, as indented JSON text without a final newline.
std::string plugin_schema(const PluginDescriptor& plugin);

// Returns the schema of an option that read_plain() reads.
json::JsonValue plain_schema(const OptionInfo& option);

// Returns the grid schema `base` (schemas/grid.schema.json) with the options of all plugins and of
// "run" added to its definitions. A section may hold the options of every plugin of its kind, since
// an axis may choose another plugin; the options of the plugin it names are checked. Throws
// std::invalid_argument if `base` is not such a schema.
std::string grid_schema(std::string_view base, const OptionTables& tables);

}  // namespace skald::grid
