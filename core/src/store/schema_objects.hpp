// Compares the tables, indexes, views and triggers of a file with those that the program creates.
#pragma once

#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Each entry names an object by its type: "view run_table".
struct SchemaObjects {
  std::vector<std::string> altered;   // the program's objects that are missing or differ
  std::vector<std::string> triggers;  // on the program's tables, where the program has none
  std::vector<std::string> others;    // everything else that the program did not create; allowed
};

// Examines a file of the current version. The definitions are compared with those that the program
// would create today for the same axes and metrics; spaces and comments are ignored. The tables of
// the file are read only once those that are the same in every file have been found to be the
// program's.
SchemaObjects schema_objects(const Connection& connection);

// Throws DamagedError if one of the program's objects was altered or is missing.
void require_own_objects(const Connection& connection);
// Throws std::runtime_error if there are triggers on the program's tables, since they could change
// values as they are stored.
void require_no_triggers(const Connection& connection);

}  // namespace skald::store
