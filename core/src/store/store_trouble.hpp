// What an error of the store says about the next attempt.
#pragma once

#include <exception>

namespace skald::store {

enum class StoreTrouble {
  of_row,   // what was to be stored is refused, today and tomorrow; other rows are not concerned
  passing,  // the store as a whole cannot be written now: another program's lock, a full disk
  lasting   // the store as a whole cannot be written, and waiting would not help
};

// A write that the system refused is passing, for whatever reason. A failed sync is lasting: the
// system may have dropped what it had taken, and the next sync would succeed without it.
StoreTrouble trouble_of(const std::exception& error);

}  // namespace skald::store
