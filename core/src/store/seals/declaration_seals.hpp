// Seals of declarations: digests over what is declared and belongs to no single run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// There is one seal (a row of the table `seals`) for each of studies, former_documents, cells,
// study_cells, axis_names, axes, metrics and student_t, in the form of RowDigest, without row ids.

// Seals the tables as they are now. Call it inside the transaction that changes them.
void seal_declarations(Connection& connection);

// Returns the tables in the database attached as `schema` that differ from what was sealed or that
// SQLite cannot read.
std::vector<std::string> broken_declarations(const Connection& connection,
                                             std::string_view schema = "main");
// Throws DamagedError that names those tables, if there are any.
void require_declarations(const Connection& connection);

}  // namespace skald::store
