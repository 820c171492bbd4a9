// Is a results database sound, and does it live in a good place?
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "store/store_reader.hpp"

namespace skald::store {

struct DatabaseCheck {
  std::string subject;  // what was looked at, in a few words
  bool is_good = true;
  std::string finding;     // one sentence, with the remedy
  bool is_damage = false;  // what is not good is the content of the file
};

// Reads the file, all of it, and changes nothing: structure, foreign keys, schema version, tables
// and views, the seals of declarations and of every run, what run_table joins, copies that were
// broken off, file system, SQLite library. A file of an older version has no seals. Throws
// std::invalid_argument if the file is missing, a link, or not Skald's.
std::vector<DatabaseCheck> check_database(const std::filesystem::path& file);

// Throws DamagedError if something that the final values of the study's runs rest on is not as it
// was stored: its tables and their indexes, the views, declarations, the runs but for their series
// and artifacts, which it does not read. A file of an older version has no seals; of it only the
// pages are examined.
void require_sound(const StoreReader& reader, std::string_view study);

// Whether this version of SQLite (3051003 = 3.51.3) has the repair of the WAL reset, in which two
// connections that write or checkpoint a WAL file at the same moment can damage it: 3.51.3, and
// 3.50.7 and 3.44.6 in their lines.
bool has_wal_reset_repair(int sqlite_version);

}  // namespace skald::store
