// Copies of a database, made before it is migrated.
#pragma once

#include <filesystem>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Copies everything that the connection sees into a new file, and syncs it to disk. Throws
// std::runtime_error if that fails; part of the file may be there then. A connection with
// Access::read leaves the state that it has read for the present one, which is what is copied.
void write_copy(const Connection& connection, const std::filesystem::path& file);

// Copies the database to FILE.version-<version>.backup (with -2, -3, ... if that exists) and
// returns the copy's path. A file of that name is always complete and synced to disk: the copy is
// made under the name FILE.version-<version>.unfinished, which the next copy overwrites. Throws
// std::runtime_error, and leaves nothing behind, if the copy cannot be made.
std::filesystem::path write_backup(const Connection& connection, int version);

// Returns the unfinished copies beside a database, left by processes that ended during a copy.
std::vector<std::filesystem::path> unfinished_backups(const std::filesystem::path& database);

}  // namespace skald::store
