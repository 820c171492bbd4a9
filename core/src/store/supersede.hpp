// Marks the runs that were made by another build of a plugin than their grid uses now.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// See Store::supersede(). Runs whose mark changes are sealed again, except those whose seal did not
// hold before. Call it inside a transaction.
void supersede(Connection& connection, std::int64_t study, std::span<const std::string> hashes);

}  // namespace skald::store
