// Rolls back what a killed writer has left half done.
#pragma once

#include <filesystem>

namespace skald::store {

// A writer without a write-ahead log that is killed during a change leaves a hot journal. The next
// program to open the file must roll the change back, for which it needs write access; with read
// access only, it could not even read the file. Rolls the change back unless another process is
// writing; if it cannot be rolled back, opening the file reports why. Call this before opening a
// file for reading.
void roll_back_hot_journal(const std::filesystem::path& database);

}  // namespace skald::store
