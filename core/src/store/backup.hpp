// Copies of a database, made before it is migrated.
#pragma once

#include <filesystem>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Copies the database to FILE.version-<version>.backup (with -2, -3, ... if that exists) and
// returns the copy's path. A file of that name is complete and on the disk: the copy is made under
// the name FILE.version-<version>.unfinished, which the next copy overwrites. Throws
// std::runtime_error, with nothing left behind, where it cannot be made.
std::filesystem::path write_backup(const Connection& connection, int version);

// The unfinished copies beside a database, which a process that ended in the middle has left.
std::vector<std::filesystem::path> unfinished_backups(const std::filesystem::path& database);

}  // namespace skald::store
