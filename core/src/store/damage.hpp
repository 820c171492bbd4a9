// A results database whose contents cannot be trusted.
#pragma once

#include <stdexcept>
#include <string>

namespace skald::store {

// Thrown if damage is found: pages that SQLite cannot read, or values that differ from those
// stored. The message names the file, what was found and what to do.
struct DamagedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns what to do about a damaged file: how to learn more, and how to move its sound runs into a
// new one.
inline std::string rescue_text() {
  return "skald doctor says what is damaged, and skald merge NEW.db FILE takes over the runs that "
         "are whole; where these refuse the file, too: sqlite3 FILE .recover | sqlite3 READABLE.db "
         "first";
}

}  // namespace skald::store
