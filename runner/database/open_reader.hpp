// Opens results databases that commands read.
#pragma once

#include <chrono>
#include <string>

#include "store/store_reader.hpp"

namespace skald {

// Opens the database as StoreReader's constructor does.
inline store::StoreReader open_reader(const std::string& database,
                                      store::Cache cache = store::Cache::look_ups) {
  return store::StoreReader(database, std::chrono::seconds(30), cache);
}

}  // namespace skald
