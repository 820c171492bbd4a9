#include "store/schema.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "store/backup.hpp"
#include "store/constant_tables.hpp"
#include "store/damage.hpp"
#include "store/results_sql.hpp"
#include "store/run_table.hpp"
#include "store/seals/declaration_seals.hpp"

namespace skald::store {
namespace {

constexpr int development_application_id = 0x536b6c64;

void set_version(Connection& connection, int version) {
  connection.execute("PRAGMA user_version = " + std::to_string(version));
}

const Migration& step_from(std::span<const Migration> steps, int version,
                           const std::filesystem::path& file) {
  const auto step = std::find_if(steps.begin(), steps.end(),
                                 [version](const Migration& m) { return m.from == version; });
  if (step == steps.end()) {
    throw std::runtime_error(file.string() + ": schema version " + std::to_string(version) +
                             " has no migration to version " + std::to_string(version + 1));
  }
  return *step;
}

void require_foreign_keys(Connection& connection) {
  if (connection.integer("SELECT count(*) FROM pragma_foreign_key_check") != 0) {
    throw std::runtime_error(connection.file().string() +
                             ": the migration would leave rows without their parents");
  }
}

void require_sound_pages(Connection& connection) {
  Statement check = connection.prepare("PRAGMA integrity_check(1)");
  if (check.step() && check.text(0) == "ok") return;
  throw DamagedError(connection.file().string() + ": the database is damaged (" +
                     std::string(check.text(0)) + "), and was not migrated; " + rescue_text());
}

std::string foreign_file_text(const std::filesystem::path& file) {
  return file.string() +
         ": is an SQLite database, but not one of Skald's; give a results database or a new file "
         "name. Nothing was changed";
}

std::string empty_file_text(const std::filesystem::path& file) {
  return file.string() +
         ": is empty: no sweep has begun to store anything in it; skald run GRID --db FILE makes "
         "it a results database";
}

std::string other_version_text(const std::filesystem::path& file, const FileVersion& version) {
  if (version.kind == FileKind::development) {
    return file.string() +
           ": was written by a Skald from before release 0.1, whose databases this one does not "
           "read; run its grids into a new file";
  }
  const std::string versions = " (schema version " + std::to_string(version.version) +
                               "; this one knows " + std::to_string(schema_version) + ")";
  if (version.version > schema_version) {
    return file.string() + ": was written by a newer Skald" + versions +
           "; use that one, or another file";
  }
  return file.string() + ": was written by an older Skald" + versions +
         "; skald run GRID --db FILE brings it to this version and keeps a copy";
}

}  // namespace

FileVersion file_version(const Connection& connection) {
  const std::int64_t application = connection.integer("PRAGMA application_id");
  if (application == development_application_id) return {FileKind::development, 0};
  if (application == skald_application_id) {
    return {FileKind::skald, static_cast<int>(connection.integer("PRAGMA user_version"))};
  }
  const bool has_content = connection.integer("SELECT count(*) FROM sqlite_schema") != 0 ||
                           application != 0 || connection.integer("PRAGMA user_version") != 0;
  return {has_content ? FileKind::foreign : FileKind::empty, 0};
}

void require_this_version(const std::filesystem::path& file, const FileVersion& version) {
  if (version.kind == FileKind::skald && version.version == schema_version) return;
  if (version.kind == FileKind::empty) throw std::invalid_argument(empty_file_text(file));
  const bool is_ours = version.kind == FileKind::skald || version.kind == FileKind::development;
  throw std::invalid_argument(is_ours ? other_version_text(file, version)
                                      : foreign_file_text(file));
}

void create_schema(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::write);
  connection.execute(std::string(results_sql()));
  fill_constant_tables(connection);
  rewrite_run_table(connection);
  seal_declarations(connection);
  connection.execute("PRAGMA application_id = " + std::to_string(skald_application_id));
  set_version(connection, schema_version);
  transaction.commit();
}

std::optional<std::filesystem::path> migrate(Connection& connection, int to,
                                             std::span<const Migration> steps) {
  const int from = file_version(connection).version;
  if (from >= to) return std::nullopt;
  for (int version = from; version < to; ++version) step_from(steps, version, connection.file());

  require_sound_pages(connection);
  const std::filesystem::path backup = write_backup(connection, from);
  const std::string undone = ". The migration from schema version " + std::to_string(from) +
                             " was undone; a copy of the database is at " + backup.string();
  try {
    Transaction transaction(connection, Transaction::Kind::write);
    for (int version = from; version < to; ++version) {
      connection.execute(std::string(step_from(steps, version, connection.file()).sql));
    }
    rewrite_run_table(connection);
    require_foreign_keys(connection);
    seal_declarations(connection);
    set_version(connection, to);
    transaction.commit();
  } catch (const DamagedError& error) {
    throw DamagedError(error.what() + undone);
  } catch (const std::exception& error) {
    throw std::runtime_error(error.what() + undone);
  }
  return backup;
}

}  // namespace skald::store
