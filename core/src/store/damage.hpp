// Errors of a database: contents that cannot be trusted, and writes that may be tried again.
#pragma once

#include <exception>
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

// Whether an error of the store is worth another attempt.
enum class StoreTrouble {
  of_row,   // these rows are refused, now and later; other rows are not affected
  passing,  // the whole store cannot be written for now: another program's lock, a full disk
  lasting   // the whole store cannot be written, and waiting would not help
};

// Classifies an error. A write that the system refused is passing, whatever the reason. A failed
// sync is lasting: the system may have dropped the data, and the next sync would succeed without
// it.
StoreTrouble trouble_of(const std::exception& error);

}  // namespace skald::store
