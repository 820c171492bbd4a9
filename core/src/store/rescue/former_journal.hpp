// Journals that belong to no database any more, and names for what is saved.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skald::store {

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
