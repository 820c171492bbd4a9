#include "store/schema.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "report/student_t.hpp"
#include "store/backup.hpp"
#include "store/damage.hpp"
#include "store/results_sql.hpp"
#include "store/run_table.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"

namespace skald::store {
namespace {

constexpr int student_t_degrees = 1000;

void set_version(Connection& connection, int version) {
  connection.execute("PRAGMA user_version = " + std::to_string(version));
}

void fill_student_t(Connection& connection) {
  Statement insert = connection.prepare("INSERT INTO student_t (degrees, quantile) VALUES (?, ?)");
  for (int degrees = 1; degrees <= student_t_degrees; ++degrees) {
    insert.run(degrees, report::student_t_quantile(degrees, 0.975));
  }
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

}  // namespace

FileVersion file_version(const Connection& connection) {
  if (connection.integer("PRAGMA application_id") == skald_application_id) {
    return {FileKind::skald, static_cast<int>(connection.integer("PRAGMA user_version"))};
  }
  const bool has_content = connection.integer("SELECT count(*) FROM sqlite_schema") != 0 ||
                           connection.integer("PRAGMA application_id") != 0 ||
                           connection.integer("PRAGMA user_version") != 0;
  return {has_content ? FileKind::foreign : FileKind::empty, 0};
}

bool has_vectors(const Connection& connection) {
  return connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'vector_points'") > 0;
}

std::string foreign_file_text(const std::filesystem::path& file) {
  return file.string() +
         ": is an SQLite database, but not one of Skald's; give a results database or a new file "
         "name. Nothing was changed";
}

std::string newer_file_text(const std::filesystem::path& file, int version) {
  return file.string() + ": was written by a newer Skald (schema version " +
         std::to_string(version) + "; this one knows " + std::to_string(schema_version) +
         "). It can be queried, but only the newer Skald can add to it";
}

void create_schema(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::write);
  connection.execute(std::string(results_sql()));
  fill_student_t(connection);
  rewrite_run_table(connection);
  seal_declarations(connection);
  connection.execute("PRAGMA application_id = " + std::to_string(skald_application_id));
  set_version(connection, schema_version);
  transaction.commit();
}

std::span<const Migration> migrations() {
  static const std::vector<Migration> all = [] {
    std::vector<Migration> steps;
    for (const std::string_view sql : migrations_sql()) {
      steps.push_back({static_cast<int>(steps.size()) + 1, std::string(sql)});
    }
    return steps;
  }();
  return all;
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
      connection.execute(step_from(steps, version, connection.file()).sql);
    }
    rewrite_run_table(connection);
    require_foreign_keys(connection);
    if (from < first_sealed_version && to >= first_sealed_version) {
      seal_runs(connection);
      seal_declarations(connection);
    }
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
