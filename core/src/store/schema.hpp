// Versions of the results database: creating, recognising and migrating a file.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

inline constexpr int skald_application_id = 0x536b6c64;  // "Skld", in PRAGMA application_id
inline constexpr int schema_version = 5;                 // in PRAGMA user_version

enum class FileKind { empty, skald, foreign };

struct FileVersion {
  FileKind kind = FileKind::empty;
  int version = 0;  // of a Skald file
};

FileVersion file_version(const Connection& connection);

// Whether the file has vector series: those before version 5 do not.
bool has_vectors(const Connection& connection);

// The sentences of refusal, and of reading a newer file all the same.
std::string foreign_file_text(const std::filesystem::path& file);
std::string newer_file_text(const std::filesystem::path& file, int version);

// Makes an empty file a results database of the current version, in one transaction.
void create_schema(Connection& connection);

// SQL statements that bring version `from` to `from` + 1, without BEGIN and COMMIT.
struct Migration {
  int from = 0;
  std::string sql;
};

// All migrations there are, in order. A new version of the schema comes with schemas/results.sql
// changed, schemas/migrations/<version>.sql, and a sample of the version before it in
// tests/golden/databases.
std::span<const Migration> migrations();

// The first version whose runs and declarations are sealed.
inline constexpr int first_sealed_version = 5;

// Brings a Skald file to version `to`. Before the first change the whole database is copied (see
// write_backup); then all steps run in one transaction, followed by a check of the foreign keys. A
// file without seals is then sealed as it stands: after that whatever has no seal, or another, is
// damaged. Returns the backup's path, none if there was nothing to do. Throws DamagedError where
// the pages of the file are damaged, so that no damage is sealed that can be seen, and
// std::runtime_error when a step is missing or fails; the database is then unchanged.
std::optional<std::filesystem::path> migrate(Connection& connection, int to,
                                             std::span<const Migration> steps);

}  // namespace skald::store
