// What a writer leaves that is killed in the middle of a change without a write-ahead log.
#pragma once

#include <filesystem>

namespace skald::store {

// Such a change is undone by whoever opens the file next, which takes the right to write: a reader
// that may only read could not read the file either. Undoes it if no other process writes the file;
// where that cannot be, opening the file says why. For before a file is opened for reading.
void roll_back_hot_journal(const std::filesystem::path& database);

}  // namespace skald::store
