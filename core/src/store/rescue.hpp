// What can be done for a database whose files somebody else has disturbed.
#pragma once

#include <string>

#include "store/database_watch.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Brings what the open files hold into safety as far as that is possible, and says in a sentence
// what happened and where the results are now. A file that stands in the database's place is not
// touched. Afterwards the connection is only to be ended, which changes no file.
std::string rescue(Connection& connection, const DatabaseWatch& watch,
                   const Disturbance& disturbance);

}  // namespace skald::store
