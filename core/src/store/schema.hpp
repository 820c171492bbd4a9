// The schema of the results database and its versions: creates, recognises and migrates files.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "store/sqlite.hpp"

namespace skald::store {

inline constexpr int skald_application_id = 0x536b616c;  // "Skal", in PRAGMA application_id

// The SQL statements that lead from version `from` to `from` + 1, without BEGIN and COMMIT.
struct Migration {
  int from = 0;
  std::string_view sql;
};

// All migrations, in order: none leads to version 1. The next version of the schema needs a changed
// schemas/results.sql and the step that changes older files in the same way; a step that changes
// what seals cover seals anew.
inline constexpr std::array<Migration, 0> kMigrations{};

inline constexpr int schema_version =
    1 + static_cast<int>(kMigrations.size());  // PRAGMA user_version

// development: a file from before release 0.1, whose schemas had other numbers.
enum class FileKind { empty, skald, development, foreign };

struct FileVersion {
  FileKind kind = FileKind::empty;
  int version = 0;  // of a Skald file
};

FileVersion file_version(const Connection& connection);

// Throws std::invalid_argument, which says what to do, unless the file is Skald's and of this
// version.
void require_this_version(const std::filesystem::path& file, const FileVersion& version);

// Turns an empty file into a results database of the current version, in one transaction.
void create_schema(Connection& connection);

// Brings a Skald file to version `to`. The whole database is copied before the first change (see
// write_backup); then all steps run in one transaction, followed by a check of the foreign keys.
// Returns the backup's path, or nothing if there was nothing to do. Throws DamagedError if pages of
// the file are damaged, and std::runtime_error if a step is missing or fails; the database is then
// unchanged.
std::optional<std::filesystem::path> migrate(Connection& connection, int to,
                                             std::span<const Migration> steps);

// Tables whose rows are the same in every database, so that views can compute with them.

// Fills student_t: the quantiles of probability 0.975 for 1 to 1000 degrees of freedom.
void fill_constant_tables(Connection& connection);

// Throws DamagedError unless the tables hold what fill_constant_tables() gives, except for
// rounding: intervals stand on them.
void require_constant_tables(const Connection& connection);

// The SQL text of schemas/results.sql, compiled in at build time.

// Creates everything that a new file has.
std::string_view results_sql();

}  // namespace skald::store
