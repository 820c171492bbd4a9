// Versions of the results database: creates, recognises and migrates files.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

inline constexpr int skald_application_id = 0x536b6c64;  // "Skld", in PRAGMA application_id
inline constexpr int schema_version = 8;                 // in PRAGMA user_version

enum class FileKind { empty, skald, foreign };

struct FileVersion {
  FileKind kind = FileKind::empty;
  int version = 0;  // of a Skald file
};

FileVersion file_version(const Connection& connection);

// Returns whether the file has vector series, which exist since version 5.
bool has_vectors(const Connection& connection);

// The texts that refuse a foreign file, and that warn when a newer file is read.
std::string foreign_file_text(const std::filesystem::path& file);
std::string newer_file_text(const std::filesystem::path& file, int version);

// Turns an empty file into a results database of the current version, in one transaction.
void create_schema(Connection& connection);

// The SQL statements that lead from version `from` to `from` + 1, without BEGIN and COMMIT.
struct Migration {
  int from = 0;
  std::string sql;
};

// Returns all migrations, in order. A new version of the schema needs a changed
// schemas/results.sql, a schemas/migrations/<version>.sql, and a sample of the version before it in
// tests/golden/databases.
std::span<const Migration> migrations();

// The first version whose runs and declarations are sealed.
inline constexpr int first_sealed_version = 5;

// Brings a Skald file to version `to`. The whole database is copied before the first change (see
// write_backup); then all steps run in one transaction, followed by a check of the foreign keys. A
// file without seals is then sealed as it is; from then on, anything with a missing or different
// seal counts as damaged. Returns the backup's path, or nothing if there was nothing to do. Throws
// DamagedError if pages of the file are damaged, so that visible damage is never sealed, and
// std::runtime_error if a step is missing or fails; the database is then unchanged.
std::optional<std::filesystem::path> migrate(Connection& connection, int to,
                                             std::span<const Migration> steps);

}  // namespace skald::store
