// Versions of the results database: creates, recognises and migrates files.
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

}  // namespace skald::store
