// Is a results database sound, and does it live in a good place?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skald {

struct DatabaseCheck {
  std::string subject;  // what was looked at, in a few words
  bool is_good = true;
  std::string finding;  // one sentence
};

// Reads the file, all of it, and changes nothing: structure, foreign keys, schema version, the
// named columns of run_table, file system, SQLite library. Throws std::invalid_argument if the file
// is missing, a link, or not Skald's.
std::vector<DatabaseCheck> check_database(const std::filesystem::path& file);

// Whether this version of SQLite (3051003 = 3.51.3) has the repair of the WAL reset, in which two
// connections that write or checkpoint a WAL file at the same moment can damage it: 3.51.3, and
// 3.50.7 and 3.44.6 in their lines.
bool has_wal_reset_repair(int sqlite_version);

}  // namespace skald
