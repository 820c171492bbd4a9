// Results databases that commands read.
#pragma once

#include <string>

#include "store/store_reader.hpp"

namespace skald {

// As StoreReader's constructor; says on stderr if the file is from a newer Skald.
store::StoreReader open_reader(const std::string& database);

// The name of the study that was declared last; throws UsageError where there is none.
std::string last_study(const store::StoreReader& reader);

}  // namespace skald
