// Seals of declarations: digests over what runs do not have of their own, made when it is declared.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// One seal (a row of the table `seals`) for each of studies, cells, study_cells, axis_names, axes,
// metrics and student_t, in the form of RowDigest, without row ids.

// Seals them as they stand; belongs inside the transaction that changes them.
void seal_declarations(Connection& connection);

// The tables in the database attached as `schema` that are not as they were when they were sealed,
// or that SQLite cannot read.
std::vector<std::string> broken_declarations(const Connection& connection,
                                             std::string_view schema = "main");
// Throws DamagedError that names them if there are any.
void require_declarations(const Connection& connection);

}  // namespace skald::store
