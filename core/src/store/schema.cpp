#include "store/schema.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "report/estimate.hpp"
#include "store/backup.hpp"
#include "store/damage.hpp"
#include "store/run_table.hpp"
#include "store/seals/declaration_seals.hpp"
#include "text/number_text.hpp"

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

namespace {

constexpr std::size_t kDegrees = 1000;
constexpr double kRounding = 1e-9;  // relative; libraries differ in the last digits

// For 1, 2, ... degrees of freedom.
const std::array<double, kDegrees>& quantiles() {
  static const auto all = [] {
    std::array<double, kDegrees> values{};
    for (std::size_t k = 0; k < kDegrees; ++k) {
      values[k] = report::student_t_quantile(static_cast<double>(k + 1), 0.975);
    }
    return values;
  }();
  return all;
}

bool is_constant(const Statement& row, std::size_t k) {
  return row.type(0) == ValueType::integer && row.type(1) == ValueType::real &&
         row.integer(0) == static_cast<std::int64_t>(k + 1) &&
         std::abs(row.real(1) - quantiles()[k]) <= kRounding * quantiles()[k];
}

}  // namespace

void fill_constant_tables(Connection& connection) {
  Statement insert = connection.prepare("INSERT INTO student_t (degrees, quantile) VALUES (?, ?)");
  for (std::size_t k = 0; k < kDegrees; ++k) insert.run(static_cast<int>(k + 1), quantiles()[k]);
}

void require_constant_tables(const Connection& connection) {
  Statement rows = connection.prepare("SELECT degrees, quantile FROM student_t ORDER BY degrees");
  std::size_t count = 0;
  for (; rows.step(); ++count) {
    if (count < kDegrees && is_constant(rows, count)) continue;
    throw DamagedError(connection.file().string() + ": student_t has the quantile " +
                       text::number_text(rows.real(1)) + " for " + text::number_text(rows.real(0)) +
                       " degrees of freedom, expected " +
                       (count < kDegrees ? text::number_text(quantiles()[count]) + " for " +
                                               std::to_string(count + 1)
                                         : "none beyond 1000") +
                       "; another program has changed this file: use a copy from before");
  }
  if (count == kDegrees) return;
  throw DamagedError(connection.file().string() + ": student_t has " + text::counted(count, "row") +
                     ", expected 1000; another program has changed this file: use a copy from "
                     "before");
}

}  // namespace skald::store
