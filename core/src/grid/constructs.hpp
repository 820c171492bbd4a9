// The constructs of a grid, such as "replicates", "race" and "axes", as its JSON Schema describes
// them. `schema` is schemas/grid.schema.json, or what grid_schema() makes of it; otherwise
// std::invalid_argument is thrown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "options/option_table.hpp"

namespace skald::grid {

// Returns "grid", and the names of a grid's members.
std::vector<std::string> construct_names(std::string_view schema);

// Returns what a construct means and its members, with types, ranges and defaults, as text for
// people, tables fitted to `most` characters (options::listing). Lines end with '\n'. Throws
// std::invalid_argument if there is no such construct.
std::string describe_construct(std::string_view schema, std::string_view name,
                               std::size_t most = options::kAnyWidth);

// Returns a schema that documents of this construct alone conform to, as indented JSON text without
// a final newline. Throws as describe_construct() does.
std::string construct_schema(std::string_view schema, std::string_view name);

}  // namespace skald::grid
