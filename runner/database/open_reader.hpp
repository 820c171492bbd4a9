// Results databases that commands read.
#pragma once

#include <string>

#include "store/store_reader.hpp"

namespace skald {

// As StoreReader's constructor; says on stderr if the file is from a newer Skald.
store::StoreReader open_reader(const std::string& database);

}  // namespace skald
