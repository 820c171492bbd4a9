// Saves what can be saved when another program has disturbed the files of a database.
#pragma once

#include <string>

#include "store/database_watch.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Saves what the open files hold as far as possible, and returns a sentence that says what happened
// and where the results are now. A file that has taken the database's place is not touched.
// Afterwards the connection may only be destroyed, which changes no file.
std::string rescue(Connection& connection, const DatabaseWatch& watch,
                   const Disturbance& disturbance);

}  // namespace skald::store
