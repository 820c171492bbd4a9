// Whether a file has the tables, indexes, views and triggers that the program makes, and which
// others.
#pragma once

#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Each entry names an object by its type: "view run_table".
struct SchemaObjects {
  std::vector<std::string> altered;   // the program's, missing or with another text
  std::vector<std::string> triggers;  // on the program's tables, which has none of its own
  std::vector<std::string> others;    // all else that the program did not make: welcome
};

// Of a file of the current version. Its texts are compared with those that the program would make
// today for the same axes and metrics, but for spaces and comments.
SchemaObjects schema_objects(const Connection& connection);

// Throws DamagedError if something of the program's was altered or is missing.
void require_own_objects(const Connection& connection);
// Throws std::runtime_error if there are triggers on the program's tables: they could change values
// as they are stored.
void require_no_triggers(const Connection& connection);

}  // namespace skald::store
