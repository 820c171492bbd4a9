// Opens the results database that a command writes.
#pragma once

#include <string>

#include "store/store.hpp"

namespace skald {

// Opens the database and tells what was done beside opening it.
store::Store open_store(const std::string& database, bool allow_network_file_system);

}  // namespace skald
