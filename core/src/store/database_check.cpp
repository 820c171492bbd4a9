#include "store/database_check.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "store/audits/cell_audits.hpp"
#include "store/backup.hpp"
#include "store/damage.hpp"
#include "store/database_file.hpp"
#include "store/schema.hpp"
#include "store/schema_objects.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"
#include "store/store_reader.hpp"
#include "text/number_text.hpp"

namespace skald::store {
namespace {

constexpr std::size_t most_named = 5;

DatabaseCheck damage(const char* subject, const std::string& finding) {
  return {subject, false, finding, true};
}

// "a, b, c and 4 more"
std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) {
    text.append(text.empty() ? "" : ", ").append(names[i]);
  }
  const std::size_t rest = names.size() - std::min(names.size(), most_named);
  return rest == 0 ? text : text + " and " + std::to_string(rest) + " more";
}

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
                text::counted(static_cast<std::int64_t>(count), "row refers", "rows refer") +
                    " to rows that are missing; " + rescue_text());
}

DatabaseCheck version(const StoreReader&) {
  return {"schema", true, "version " + std::to_string(schema_version)};
}

DatabaseCheck objects(const StoreReader& reader) {
  const SchemaObjects found = schema_objects(reader.connection());
  if (!found.altered.empty()) {
    return damage("objects",
                  "altered or missing: " + list_of(found.altered) + "; " + rescue_text());
  }
  if (!found.triggers.empty()) {
    return damage("objects",
                  "on the program's tables, and could change values as they are stored: " +
                      list_of(found.triggers) + "; remove them with DROP TRIGGER");
  }
  if (found.others.empty()) return {"objects", true, "the program's tables, indexes and views"};
  return {"objects", true, "not the program's, and harmless to it: " + list_of(found.others)};
}

DatabaseCheck check_declarations(const StoreReader& reader) {
  const std::vector<std::string> broken = broken_declarations(reader.connection());
  if (broken.empty()) return {"declarations", true, "as they were stored"};
  return damage("declarations",
                "not as they were stored: " + list_of(broken) + "; " + rescue_text());
}

std::string damaged_runs_text(const std::vector<std::string>& runs) {
  return std::to_string(runs.size()) + " not as they were stored: " + list_of(runs) +
         "; skald run GRID --force --only HASH,... does them again";
}

DatabaseCheck runs(const StoreReader& reader) {
  const std::vector<std::string> broken = broken_runs(reader.connection(), SealDepth::all);
  if (!broken.empty()) return damage("runs", damaged_runs_text(broken));
  const std::int64_t count = reader.connection().integer("SELECT count(*) FROM runs");
  return {"runs", true, std::to_string(count) + ", as they were stored"};
}

DatabaseCheck audits(const StoreReader& reader) {
  const std::vector<std::string> broken = broken_audits(reader.connection());
  if (broken.empty()) {
    const std::int64_t count = reader.connection().integer("SELECT count(*) FROM cell_audits");
    return {"audits", true, std::to_string(count) + ", as they were stored"};
  }
  return damage("audits", std::to_string(broken.size()) + " not as they were stored, of cells " +
                              list_of(broken) + "; skald audit GRID --db makes them anew");
}

DatabaseCheck copies(const StoreReader& reader) {
  std::vector<std::string> names;
  for (const auto& file : unfinished_backups(reader.file())) names.push_back(file.filename());
  if (names.empty()) return {"backups", true, "none is unfinished"};
  return {"backups", false,
          "unfinished, and no copy of anything: " + list_of(names) +
              "; remove them when nobody is writing the database"};
}

// Checks that every axis and metric has its column in run_table.
DatabaseCheck run_table(const StoreReader& reader) {
  const auto names = reader.query("SELECT * FROM run_table LIMIT 0").columns;
  const auto expected = reader.query(
      "SELECT column_name FROM axis_names UNION ALL SELECT column_name FROM metrics WHERE "
      "column_name <> ''");
  const auto missing = std::count_if(
      expected.rows.begin(), expected.rows.end(),
      [&names](const std::vector<record::SqlValue>& row) {
        return std::find(names.begin(), names.end(), std::get<std::string>(row[0])) == names.end();
      });
  if (missing == 0) return {"run_table", true, "has every axis and metric"};
  return damage("run_table", "lacks " + text::counted(missing, "column") +
                                 "; another program has changed this file. " + rescue_text());
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

// Returns whether the index by cell and replicate finds every run and nothing else. This detects
// pages missing from the table or from the index.
bool are_runs_indexed(const Connection& connection) {
  using Place = std::array<std::int64_t, 3>;  // cell, replicate, id
  std::vector<Place> places;
  Statement runs =
      connection.prepare("SELECT cell, replicate, id FROM runs NOT INDEXED ORDER BY id");
  while (runs.step()) places.push_back({runs.integer(0), runs.integer(1), runs.integer(2)});
  std::sort(places.begin(), places.end());
  Statement index = connection.prepare(
      "SELECT cell, replicate, id FROM runs INDEXED BY runs_by_cell"
      " ORDER BY cell, replicate");
  for (const Place& place : places) {
    if (!index.step()) return false;
    if (place != Place{index.integer(0), index.integer(1), index.integer(2)}) return false;
  }
  return !index.step();
}

// Returns whether everything that StoreReader::study_runs() reads of the study is as stored, apart
// from what require_sound() examines in any case. If false, the rest must still be examined.
bool are_final_values_sealed(const StoreReader& reader,
                             const std::function<std::vector<std::string>()>& broken) {
  try {
    return are_runs_indexed(reader.connection()) && broken().empty();
  } catch (const DamagedError&) {
    return false;
  }
}

std::optional<std::int64_t> id_of(const StoreReader& reader, std::string_view study) {
  Statement find = reader.connection().prepare("SELECT id FROM studies WHERE name = ?");
  return find.with(study).step() ? std::optional(find.integer(0)) : std::nullopt;
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
          checked("declarations", check_declarations),
          checked("run_table", run_table),
          checked("runs", runs),
          checked("audits", audits),
          copies(reader),
          place(reader),
          library()};
}

std::vector<std::string> broken_values(const StoreReader& reader, std::string_view study) {
  const auto id = id_of(reader, study);
  if (!id) return {};
  return broken_runs(reader.connection(), SealDepth::values, *id);
}

void require_sound(const StoreReader& reader, std::string_view study, Reading reading) {
  require_sound(reader, study, reading, [&] { return broken_values(reader, study); });
}

void require_sound(const StoreReader& reader, std::string_view study, Reading reading,
                   const std::function<std::vector<std::string>()>& broken) {
  const auto require = [&reader](const DatabaseCheck& check) {
    if (check.is_good) return;
    throw DamagedError(reader.file().string() + ": " + check.subject + ": " + check.finding);
  };
  const auto require_pages = [&](std::initializer_list<const char*> tables) {
    for (const char* table : tables) require(pages(reader, table));
  };
  require_pages({"studies", "former_documents", "cells", "study_cells", "axis_names", "axes",
                 "environments", "metrics"});
  require_own_objects(reader.connection());
  require(check_declarations(reader));
  const bool is_there = id_of(reader, study).has_value();
  const bool is_confirmed =
      is_there && reading == Reading::final_values && are_final_values_sealed(reader, broken);
  if (is_confirmed) return;
  require_pages({"runs", "summary", "ledger"});
  require(run_table(reader));
  if (!is_there) return;
  const std::vector<std::string> runs = broken();
  if (!runs.empty()) require(damage("runs", damaged_runs_text(runs)));
}

}  // namespace skald::store
