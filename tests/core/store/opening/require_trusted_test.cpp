// Databases that somebody has changed, and sealed again: they are refused before they are read.
#include "store/opening/require_trusted.hpp"

#include <sqlite3.h>

#include "sample_records.hpp"
#include "store/cluster/submissions.hpp"
#include "store/damage.hpp"
#include "store/database_check.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "test.hpp"

namespace require_trusted_test {

using namespace skald::store;
using namespace skald_test;

namespace {

// Never ends.
const std::string kForever =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i ";

void change(const std::filesystem::path& file, const std::string& sql) {
  Connection connection(file, Access::write, std::chrono::seconds(1));
  connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;" + sql);
  connection.limit_work(0);
  try {
    seal_runs(connection);
    seal_declarations(connection);
  } catch (const std::exception&) {
    // The tables are not there any more, or have no end.
  }
}

void check_refused(const std::filesystem::path& file, const std::string& place) {
  const auto begin = std::chrono::steady_clock::now();
  CHECK_THROWS_AS(StoreReader(file), DamagedError);
  CHECK_THROWS_WITH(StoreReader(file), Catch::Contains(place));
  CHECK_THROWS_WITH(Store::open(file), Catch::Contains(place));
  {
    const TemporaryFolder elsewhere;
    Store store = Store::open(elsewhere / "new.db");
    CHECK_THROWS_WITH(store.merge(file), Catch::Contains(place));
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
}

}  // namespace

TEST_CASE("views that never end are refused before they are read") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file);
  const std::string view = GENERATE("current_runs", "run_table", "final_metrics", "failures");
  change(file, "DROP VIEW " + view + "; CREATE VIEW " + view + " AS " + kForever +
                   "AS id, 0 AS superseded, 0 AS cell FROM n WHERE i < 0");
  check_refused(file, "view " + view);
}

TEST_CASE("a view in the place of a table is refused before it is read") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file);
  const std::string table = GENERATE("studies", "axis_names", "axes", "summary", "seals");
  change(file, "PRAGMA legacy_alter_table = ON; ALTER TABLE " + table +
                   " RENAME TO other; CREATE VIEW " + table + " AS " + kForever +
                   "AS id, 1 AS name, 1 AS column_name, 1 AS path FROM n WHERE i < 0");
  check_refused(file, "table " + table);
}

TEST_CASE("a hash that could lead to another folder, or has a zero byte, is refused") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file);
  const std::string hash = GENERATE("'../../precious'", "'/etc/passwd'", "''", "'a b'", "'-rf'",
                                    "'a''b'", "'a' || char(0) || '/../b'");
  const std::string place = GENERATE("runs", "cells");
  INFO(place << " " << hash);
  change(file, "UPDATE " + place + " SET hash = " + hash + " WHERE id = 1");
  check_refused(file, place + ".hash");
}

TEST_CASE("what was given to a scheduler is refused if it could be anything but names") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file);
  record_submission(file, sample_submission());
  CHECK_NOTHROW(StoreReader(file));
  const auto [column, value] = GENERATE(
      values<std::pair<std::string, std::string>>({{"scheduler", "'/tmp/evil.json'"},
                                                   {"scheduler", "'../evil'"},
                                                   {"folder", "'/tmp/evil'"},
                                                   {"folder", "'..'"},
                                                   {"job", "'1; id > F; true@host'"},
                                                   {"job", "'--version'"},
                                                   {"job", "'1@-oProxyCommand=id'"},
                                                   {"job", "'1@a@b'"},
                                                   {"name", "'--all'"},
                                                   {"tasks", "1000000000000000000"},
                                                   {"tasks", "-1"},
                                                   {"first_task", "-5"},
                                                   {"first_task", "9223372036854775807"}}));
  INFO(column << " = " << value);
  change(file, "UPDATE submissions SET " + column + " = " + value);
  check_refused(file, "submissions." + column);
}

TEST_CASE("a statement of the program's own that works without end is stopped, a user's is not") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db");
  StoreReader reader(folder / "r.db");
  CHECK_THROWS_AS(reader.query(kForever + "FROM n WHERE i < 0"), DamagedError);
  reader.work_freely();
  CHECK(reader.query(kForever + "FROM n LIMIT 3").rows.size() == 3);
}

TEST_CASE("a function makes no value of more than 256 MiB") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db");
  CHECK_THROWS(StoreReader(folder / "r.db").query("SELECT hex(zeroblob(400000000))"));
}

// SQLite reads the definition of an object up to the zero byte, which comments do not hide.
TEST_CASE("a definition with a zero byte is refused") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file);
  {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
    const int code =
        sqlite3_exec(database,
                     "PRAGMA writable_schema = ON;"
                     "UPDATE sqlite_schema SET sql = replace(sql, 'WHERE NOT r.superseded',"
                     " '--' || char(0) || char(10) || 'WHERE NOT r.superseded') WHERE sql LIKE"
                     " '%WHERE NOT r.superseded%'",
                     nullptr, nullptr, nullptr);
    CHECK(code == SQLITE_OK);
    CHECK(sqlite3_changes(database) > 0);
    sqlite3_close(database);
  }
  check_refused(file, "zero byte");
}

TEST_CASE("a name that no grid could have given is refused, and not printed") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file);
  const auto [table, column] = GENERATE(values<std::pair<std::string, std::string>>(
      {{"studies", "name"}, {"axis_names", "path"}, {"metrics", "name"}}));
  change(file, "UPDATE " + table + " SET " + column +
                   " = replace(hex(zeroblob(500000)), '0', 'm') WHERE id = 1");
  check_refused(file, table + "." + column + " holds a name of 1000000 bytes");
}

TEST_CASE("constants that views compute with are those of the program") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file);
  change(file, GENERATE(as<std::string>(), "UPDATE student_t SET quantile = 0.001",
                        "UPDATE student_t SET quantile = quantile * 1.000001 WHERE degrees = 7",
                        "DELETE FROM student_t WHERE degrees = 1000",
                        "INSERT INTO student_t VALUES (1001, 1.96)",
                        "UPDATE student_t SET degrees = 2000 WHERE degrees = 1000"));
  check_refused(file, "student_t has ");
}

}  // namespace require_trusted_test
