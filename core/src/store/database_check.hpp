// Checks whether a results database is sound and in a suitable place.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store_reader.hpp"

namespace skald::store {

struct DatabaseCheck {
  std::string subject;  // what was examined, in a few words
  bool is_good = true;
  std::string finding;     // one sentence, with the remedy
  bool is_damage = false;  // the fault is in the content of the file
};

// Reads the whole file and changes nothing. Checks its structure, foreign keys, schema version,
// tables and views, the seals of declarations and of every run, the tables that run_table
// joins, the kept means, unfinished backups, the file system and the SQLite library. Throws
// std::invalid_argument if the file is missing, a link, or not Skald's.
std::vector<DatabaseCheck> check_database(const std::filesystem::path& file);

// How a command reads the runs of a study.
enum class Reading {
  final_values,  // only by StoreReader::study_runs()
  anything
};

// Throws DamagedError if anything that determines the final values of the study's runs differs from
// what was stored: its tables and their indexes, the views, the declarations, or the runs. Series
// and artifacts are not read. For Reading::final_values, the pages of large tables are examined
// only if a seal does not match. This suffices because study_runs() reads these tables in the same
// order as the examination of their seals, so that both see the same damaged pages.
void require_sound(const StoreReader& reader, std::string_view study,
                   Reading reading = Reading::anything);
// Same. `broken` does the longest part, and is called where broken_values() would be.
void require_sound(const StoreReader& reader, std::string_view study, Reading reading,
                   const std::function<std::vector<std::string>()>& broken);

// Returns the hashes of the study's runs whose values are not as they were stored (see RunSeals);
// none of a study that is not there.
std::vector<std::string> broken_values(const StoreReader& reader, std::string_view study);

// Returns whether this version of SQLite (3051003 = 3.51.3) has the fix for the WAL reset bug, by
// which two connections that write or checkpoint a WAL file at the same moment can damage it. The
// fix is in 3.51.3 and, for their branches, in 3.50.7 and 3.44.6.
bool has_wal_reset_repair(int sqlite_version);

}  // namespace skald::store
