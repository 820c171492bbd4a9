// Marks the runs that a grid has replaced by others.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// The place of one run: the hash of its cell, and its replicate.
struct RunPlace {
  std::string cell;
  std::int64_t replicate = 0;
};

// See Store::supersede(). Runs whose mark changes are sealed again, except those whose seal did not
// hold before. Call it inside a transaction.
void supersede(Connection& connection, std::int64_t study, std::span<const RunPlace> places);

}  // namespace skald::store
