#include "store/database_check.hpp"

#include <algorithm>

#include "store/database_file.hpp"
#include "store/schema.hpp"
#include "store/sqlite.hpp"
#include "store/store_reader.hpp"

namespace skald {
namespace {

DatabaseCheck structure(const StoreReader& reader) {
  const ResultTable table = reader.query("PRAGMA quick_check(1)");
  const auto* answer = table.rows.empty() ? nullptr : std::get_if<std::string>(&table.rows[0][0]);
  const std::string text = answer != nullptr ? *answer : "no answer";
  if (text == "ok") return {"structure", true, "quick_check finds no damage"};
  return {"structure", false, "damaged (" + text + "); merge what can be read into a new file"};
}

DatabaseCheck foreign_keys(const StoreReader& reader) {
  const std::size_t count = reader.query("PRAGMA foreign_key_check").rows.size();
  if (count == 0) return {"foreign keys", true, "every row has its parents"};
  return {"foreign keys", false,
          std::to_string(count) +
              " rows refer to rows that are missing; another program has "
              "changed this file"};
}

DatabaseCheck version(const StoreReader& reader) {
  if (reader.notice()) return {"schema", false, *reader.notice()};
  const auto found = std::get<std::int64_t>(reader.query("PRAGMA user_version").rows[0][0]);
  if (found < schema_version) {
    return {"schema", true,
            "version " + std::to_string(found) + "; the next run migrates it to version " +
                std::to_string(schema_version) + " and keeps a backup"};
  }
  return {"schema", true, "version " + std::to_string(found)};
}

DatabaseCheck run_table(const StoreReader& reader) {
  const auto names = reader.query("SELECT * FROM run_table LIMIT 0").columns;
  const auto expected =
      reader.query("SELECT column_name FROM axis_names UNION ALL SELECT column_name FROM metrics");
  const auto columns = std::count_if(
      expected.rows.begin(), expected.rows.end(), [&names](const std::vector<SqlValue>& row) {
        return std::find(names.begin(), names.end(), std::get<std::string>(row[0])) == names.end();
      });
  const auto rows =
      reader.query("SELECT id FROM runs EXCEPT SELECT run FROM wide_metrics").rows.size();
  if (columns == 0 && rows == 0) return {"run_table", true, "has every axis, metric and run"};
  return {"run_table", false,
          "lacks " + std::to_string(columns) + " columns and the metrics of " +
              std::to_string(rows) + " runs; another program has changed this file"};
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
  return {structure(reader), foreign_keys(reader), version(reader),
          run_table(reader), place(reader),        library()};
}

}  // namespace skald
