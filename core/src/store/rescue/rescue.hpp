// Saves what can be saved when another program has disturbed the files of a database.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "store/database_watch.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Saves what the open files hold as far as possible, and returns a sentence that says what happened
// and where the results are now. A file that has taken the database's place is not touched.
// Afterwards the connection may only be destroyed, which changes no file.
std::string rescue(Connection& connection, const DatabaseWatch& watch,
                   const Disturbance& disturbance);

// Journals that belong to no database any more, and names for what is saved.

// The time of day in UTC, for the name of a file: 20260131T120000Z.
std::string time_for_name();

// Renames the journal to JOURNAL.former-TIME, with a number behind it if that is taken. Returns the
// new name; throws std::filesystem::filesystem_error.
std::filesystem::path set_aside(const std::filesystem::path& journal);

// Sets aside the journals that stand beside the name of a database that is missing or empty: SQLite
// would apply them to the next database of that name, whatever it holds. Journals without content
// are removed. Returns a sentence on each that was set aside, with its new name. For the holder of
// the WriterLock.
std::vector<std::string> set_aside_journals_of(const std::filesystem::path& database);

}  // namespace skald::store
