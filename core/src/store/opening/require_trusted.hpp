// Examines a database before anything is read from it: it may come from anybody.
#pragma once

#include <chrono>
#include <filesystem>

#include "store/sqlite.hpp"

namespace skald::store {

// Compares the tables, indexes and views with those that the program makes for this version,
// without reading any of them, then those whose rows are the same in every file, then the texts
// that become parts of paths, or arguments of programs: hashes of runs and of cells, and what was
// given to schedulers, and last the lengths of names. A seal would not do: it is no signature, and
// whoever edits a file can seal it again. Throws DamagedError that names the place. For a file of
// this version, by a connection with a limited budget.
void require_trusted(const Connection& connection);

// Makes results databases.

// Makes the database if no file has its name, so that whoever reads it meanwhile finds no file or a
// whole one: it is made and synced as FILE.new, and then renamed. Removes what an earlier call has
// left behind. For the holder of the WriterLock. Throws std::runtime_error if it cannot be written;
// nothing is left then.
void make_database(const std::filesystem::path& file, std::chrono::milliseconds timeout);

}  // namespace skald::store
