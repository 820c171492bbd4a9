#include "store/database_check.hpp"

#include <algorithm>

#include "store/backup.hpp"
#include "store/damage.hpp"
#include "store/database_file.hpp"
#include "store/declaration_seals.hpp"
#include "store/run_seals.hpp"
#include "store/schema.hpp"
#include "store/schema_objects.hpp"
#include "store/sqlite.hpp"
#include "store/store_reader.hpp"

namespace skald::store {
namespace {

constexpr std::size_t most_named = 5;

DatabaseCheck damage(const char* subject, const std::string& finding) {
  return {subject, false, finding, true};
}

// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) {
    text.append(text.empty() ? "" : ", ").append(names[i]);
  }
  const std::size_t rest = names.size() - std::min(names.size(), most_named);
  return rest == 0 ? text : text + " and " + std::to_string(rest) + " more";
}

std::int64_t version_of(const StoreReader& reader) {
  return reader.connection().integer("PRAGMA user_version");
}

// Only files of this version have the tables and seals that this program knows.
bool is_current(const StoreReader& reader) { return version_of(reader) == schema_version; }

// `argument` is that of integrity_check: a table, or the number of errors to report.
DatabaseCheck pages(const StoreReader& reader, const std::string& argument) {
  const record::ResultTable table = reader.query("PRAGMA integrity_check(" + argument + ")");
  const auto* answer = table.rows.empty() ? nullptr : std::get_if<std::string>(&table.rows[0][0]);
  const std::string text = answer != nullptr ? *answer : "no answer";
  if (text == "ok") return {"structure", true, "integrity_check finds no damage"};
  return damage("structure", "damaged (" + text + "); " + rescue_text());
}

DatabaseCheck structure(const StoreReader& reader) { return pages(reader, "1"); }

DatabaseCheck foreign_keys(const StoreReader& reader) {
  const std::size_t count = reader.query("PRAGMA foreign_key_check").rows.size();
  if (count == 0) return {"foreign keys", true, "every row has its parents"};
  return damage("foreign keys",
                std::to_string(count) + " rows refer to rows that are missing; " + rescue_text());
}

bool has_seals(const StoreReader& reader) {
  return reader.connection().integer("SELECT count(*) FROM sqlite_schema WHERE name = 'seals'") > 0;
}

DatabaseCheck version(const StoreReader& reader) {
  if (reader.notice()) return {"schema", false, *reader.notice()};
  const auto found = std::get<std::int64_t>(reader.query("PRAGMA user_version").rows[0][0]);
  if (found < first_sealed_version && has_seals(reader)) {
    return damage("schema", "says version " + std::to_string(found) + ", but has the seals of " +
                                std::to_string(first_sealed_version) + "; " + rescue_text());
  }
  if (found < schema_version) {
    return {"schema", true,
            "version " + std::to_string(found) + "; the next run migrates it to version " +
                std::to_string(schema_version) + " and keeps a backup"};
  }
  return {"schema", true, "version " + std::to_string(found)};
}

DatabaseCheck objects(const StoreReader& reader) {
  if (!is_current(reader)) return {"objects", true, "of another schema version; not compared"};
  const SchemaObjects found = schema_objects(reader.connection());
  if (!found.altered.empty()) {
    return damage("objects", "altered or missing: " + listed(found.altered) + "; " + rescue_text());
  }
  if (!found.triggers.empty()) {
    return damage("objects",
                  "on the program's tables, and could change values as they are stored: " +
                      listed(found.triggers) + "; remove them with DROP TRIGGER");
  }
  if (found.others.empty()) return {"objects", true, "the program's tables, indexes and views"};
  return {"objects", true, "not the program's, and harmless to it: " + listed(found.others)};
}

DatabaseCheck declarations(const StoreReader& reader) {
  if (!is_current(reader)) return {"declarations", true, "of another schema version; not sealed"};
  const std::vector<std::string> broken = broken_declarations(reader.connection());
  if (broken.empty()) return {"declarations", true, "as they were stored"};
  return damage("declarations",
                "not as they were stored: " + listed(broken) + "; " + rescue_text());
}

std::string damaged_runs_text(const std::vector<std::string>& runs) {
  return std::to_string(runs.size()) + " not as they were stored: " + listed(runs) +
         "; skald run GRID --force --only HASH,... does them again";
}

DatabaseCheck runs(const StoreReader& reader) {
  if (!is_current(reader)) return {"runs", true, "of another schema version; not sealed"};
  const std::vector<std::string> broken = broken_runs(reader.connection(), SealDepth::all);
  if (!broken.empty()) return damage("runs", damaged_runs_text(broken));
  const std::int64_t count = reader.connection().integer("SELECT count(*) FROM runs");
  return {"runs", true, std::to_string(count) + ", as they were stored"};
}

DatabaseCheck copies(const StoreReader& reader) {
  std::vector<std::string> names;
  for (const auto& file : unfinished_backups(reader.file())) names.push_back(file.filename());
  if (names.empty()) return {"backups", true, "none is unfinished"};
  return {"backups", false,
          "unfinished, and no copy of anything: " + listed(names) +
              "; remove them when nobody is writing the database"};
}

// A wide table, and where the values that it repeats come from.
struct Repetition {
  std::string wide, prefix;  // the wide table's name, and the prefix of its columns' names
  std::string key;           // the key of a row, in both tables
  std::string ids;           // "SELECT ...": the ids that have columns, in their order
  std::string values;        // "SELECT ...": key, id and value, in the order of both
};

// Returns how many values of the wide table differ. Both tables are read once, side by side.
std::int64_t differing(const Connection& connection, const Repetition& repetition) {
  std::vector<std::int64_t> ids;
  std::string columns = repetition.key;
  Statement names = connection.prepare(repetition.ids);
  while (names.step()) {
    ids.push_back(names.integer(0));
    columns += ", " + repetition.prefix + std::to_string(ids.back());
  }
  Statement rows = connection.prepare("SELECT " + columns + " FROM " + repetition.wide +
                                      " ORDER BY " + repetition.key);
  Statement values = connection.prepare(repetition.values);
  bool is_value = values.step();
  std::int64_t count = 0;
  while (rows.step()) {
    const std::int64_t key = rows.integer(0);
    while (is_value && values.integer(0) < key) is_value = values.step();
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto is_here = [&] { return is_value && values.integer(0) == key; };
      while (is_here() && values.integer(1) < ids[i]) is_value = values.step();
      const bool has_value = is_here() && values.integer(1) == ids[i];
      count +=
          rows.value(static_cast<int>(i) + 1) != (has_value ? values.value(2) : record::SqlValue());
    }
  }
  return count;
}

// Checks that every axis, run and metric of run_table has its column or row in the wide tables,
// with its value.
DatabaseCheck run_table(const StoreReader& reader) {
  const auto names = reader.query("SELECT * FROM run_table LIMIT 0").columns;
  const auto expected = reader.query(
      "SELECT column_name FROM axis_names UNION ALL SELECT column_name FROM metrics WHERE "
      "column_name <> ''");
  const auto columns = std::count_if(
      expected.rows.begin(), expected.rows.end(),
      [&names](const std::vector<record::SqlValue>& row) {
        return std::find(names.begin(), names.end(), std::get<std::string>(row[0])) == names.end();
      });
  const auto rows =
      reader.query("SELECT id FROM runs EXCEPT SELECT run FROM wide_metrics").rows.size() +
      reader.query("SELECT cell FROM study_cells EXCEPT SELECT cell FROM wide_axes").rows.size();
  if (columns != 0 || rows != 0) {
    return damage("run_table",
                  "lacks " + std::to_string(columns) + " columns and " + std::to_string(rows) +
                      " rows; another program has changed this file. " + rescue_text());
  }
  const std::int64_t values =
      differing(reader.connection(),
                {"wide_axes", "axis_", "cell", "SELECT id FROM axis_names ORDER BY id",
                 "SELECT cell, axis, value FROM axes ORDER BY cell, axis"}) +
      differing(reader.connection(),
                {"wide_metrics", "metric_", "run",
                 "SELECT id FROM metrics WHERE column_name <> '' ORDER BY id",
                 "SELECT run, metric, last FROM summary ORDER BY run, metric"});
  if (values == 0) return {"run_table", true, "has every axis, metric and run"};
  return damage("run_table", std::to_string(values) +
                                 " values are not those of axes and summary; " + rescue_text());
}

DatabaseCheck place(const StoreReader& reader) {
  const auto network = network_file_system(reader.file().parent_path());
  if (!network) return {"file system", true, "local"};
  return {
      "file system", false,
      *network + ", a network file system, where SQLite's locks cannot be trusted; move the file"};
}

DatabaseCheck library() {
  const int number = sqlite_version_number();
  const std::string name = "SQLite " + std::to_string(number / 1000000) + "." +
                           std::to_string(number / 1000 % 1000) + "." +
                           std::to_string(number % 1000);
  if (has_wal_reset_repair(number)) return {"library", true, name};
  return {"library", true,
          name +
              " lacks the repair of the WAL reset; safe here, since one connection writes and "
              "checkpoints. Do not write this file with other programs during a run"};
}

}  // namespace

bool has_wal_reset_repair(int sqlite_version) {
  const int line = sqlite_version / 1000;
  if (line == 3050) return sqlite_version >= 3050007;
  if (line == 3044) return sqlite_version >= 3044006;
  return sqlite_version >= 3051003;
}

std::vector<DatabaseCheck> check_database(const std::filesystem::path& file) {
  const StoreReader reader(file);
  const auto checked = [&reader](const char* subject, DatabaseCheck (*check)(const StoreReader&)) {
    try {
      return check(reader);
    } catch (const std::exception& error) {
      return damage(subject, error.what());
    }
  };
  return {checked("structure", structure),
          checked("foreign keys", foreign_keys),
          checked("schema", version),
          checked("objects", objects),
          checked("declarations", declarations),
          checked("run_table", run_table),
          checked("runs", runs),
          copies(reader),
          place(reader),
          library()};
}

void require_sound(const StoreReader& reader, std::string_view study) {
  const auto require = [&reader](const DatabaseCheck& check) {
    if (check.is_good) return;
    throw DamagedError(reader.file().string() + ": " + check.subject + ": " + check.finding);
  };
  for (const char* table :
       {"studies", "cells", "study_cells", "axis_names", "axes", "wide_axes", "environments",
        "runs", "metrics", "summary", "wide_metrics", "ledger"}) {
    require(pages(reader, table));
  }
  if (has_seals(reader) != (version_of(reader) >= first_sealed_version)) require(version(reader));
  if (!is_current(reader)) return;
  require_own_objects(reader.connection());
  require(declarations(reader));
  require(run_table(reader));
  Statement find = reader.connection().prepare("SELECT id FROM studies WHERE name = ?");
  if (!find.with(study).step()) return;
  const auto broken = broken_runs(reader.connection(), SealDepth::values, find.integer(0));
  if (!broken.empty()) require(damage("runs", damaged_runs_text(broken)));
}

}  // namespace skald::store
