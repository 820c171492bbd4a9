// Whether an error of the store is worth another attempt.
#pragma once

#include <exception>

namespace skald::store {

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
