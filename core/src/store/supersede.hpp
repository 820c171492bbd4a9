// Marks the runs in whose place a grid has others now.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// A cell, by its hash, and a replicate: where one run belongs.
struct RunPlace {
  std::string cell;
  std::int64_t replicate = 0;
};

// See Store::supersede(). The runs whose mark changes are sealed anew, but a run whose seal did not
// hold before stays unsealed. Belongs inside a transaction of the caller.
void supersede(Connection& connection, std::int64_t study, std::span<const RunPlace> places);

}  // namespace skald::store
