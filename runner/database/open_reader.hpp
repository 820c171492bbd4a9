// Opens results databases that commands read.
#pragma once

#include <string>

#include "store/store_reader.hpp"

namespace skald {

// Opens the database as StoreReader's constructor does.
store::StoreReader open_reader(const std::string& database,
                               store::Cache cache = store::Cache::look_ups);

}  // namespace skald
