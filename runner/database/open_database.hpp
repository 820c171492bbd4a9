// Databases that commands open.
#pragma once

#include <chrono>
#include <string>

#include "store/store.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Opens the results database that a command writes.

// Opens the database and tells what was done beside opening it.
store::Store open_store(const std::string& database, bool allow_network_file_system);

// Opens results databases that commands read.

// Opens the database as StoreReader's constructor does.
inline store::StoreReader open_reader(const std::string& database,
                                      store::Cache cache = store::Cache::look_ups) {
  return store::StoreReader(database, std::chrono::seconds(30), cache);
}

}  // namespace skald
