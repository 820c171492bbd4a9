// A results database whose contents cannot be trusted.
#pragma once

#include <stdexcept>
#include <string>

namespace skald::store {

// Damage was found: pages that SQLite cannot make sense of, or values that are not those that were
// stored. The message names the file, what was found and what to do.
struct DamagedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What to do with a damaged file: who says more, and how its sound runs get into a new one.
std::string rescue_text();

}  // namespace skald::store
