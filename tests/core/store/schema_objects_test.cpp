#include "store/schema_objects.hpp"

#include "sample_records.hpp"
#include "sound_database.hpp"
#include "store/damage.hpp"
#include "test.hpp"

namespace schema_objects_test {

using namespace skald::store;
using namespace skald_test;
using Names = std::vector<std::string>;

namespace {

SchemaObjects after(const std::filesystem::path& file, const std::string& sql) {
  Connection connection(file, Access::write, std::chrono::seconds(1));
  connection.execute(sql);
  return schema_objects(connection);
}

}  // namespace

TEST_CASE("views, tables and indexes of people are named, and do not disturb") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db");
  const SchemaObjects found = after(
      folder / "r.db",
      "CREATE TABLE notes (run, text); CREATE VIEW best AS SELECT * FROM run_table; CREATE INDEX "
      "runs_by_status ON runs (status); CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; END;"
      "CREATE TRIGGER v INSTEAD OF INSERT ON run_table BEGIN SELECT 1; END");
  CHECK(found.altered.empty());
  CHECK(found.triggers.empty());
  CHECK(found.others ==
        Names{"view best", "table notes", "index runs_by_status", "trigger t", "trigger v"});
  check_sound(folder / "r.db");
  CHECK_THAT(check_of(folder / "r.db", "objects").finding, Catch::Contains("view best"));
  Store store = Store::open(folder / "r.db");
  store.record(sample_run(1, "a", 1, {0.25}));
}

TEST_CASE("a trigger on a table of the program's stops writing before it can change a value") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db");
  const std::string trigger =
      "CREATE TRIGGER better AFTER INSERT ON SUMMARY BEGIN UPDATE summary SET last = 1; END";
  SECTION("that is there") {
    const SchemaObjects found = after(folder / "r.db", trigger);
    CHECK(found.triggers == Names{"trigger better"});
    CHECK_THROWS_WITH(Store::open(folder / "r.db"),
                      Catch::Contains("better") && Catch::Contains("DROP TRIGGER"));
  }
  SECTION("that comes while the store is open") {
    Store store = Store::open(folder / "r.db");
    after(folder / "r.db", trigger);
    CHECK_THROWS_WITH(store.record(sample_run(1, "a", 1, {0.25})), Catch::Contains("better"));
  }
  CHECK(csv(folder / "r.db", "SELECT count(*) AS n, max(last) AS last FROM summary") ==
        "n,last\n1,0.5\n");
}

TEST_CASE("names of columns that no axis or metric can have are refused before they become SQL") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db");
  const auto [name, place] = GENERATE_COPY(values<std::pair<std::string, std::string>>(
      {{"replace(hex(zeroblob(500000)), '0', 'A')", "has 1000000 bytes"},
       {"CAST(x'6100' AS TEXT)", "has 2 bytes, expected at most 220, none of them zero"}}));
  const std::string table = GENERATE("metrics", "axis_names");
  try {
    after(folder / "r.db", "UPDATE " + table + " SET column_name = " + name);
    FAIL("is not refused");
  } catch (const DamagedError& e) {
    CHECK_THAT(e.what(), Catch::Contains(table + ".column_name " + place));
  }
}

TEST_CASE("what was altered or is missing is named, and the file not written any more") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db");
  const std::string view = "view run_table";
  const auto [sql, names] = GENERATE_COPY(values<std::pair<std::string, Names>>(
      {{"DROP VIEW run_table; CREATE VIEW run_table AS SELECT 1 AS study", {view}},
       {"DROP VIEW failures", {"view failures"}},
       {"DROP INDEX study_cells_by_cell", {"index study_cells_by_cell"}},
       {"ALTER TABLE ledger ADD COLUMN more REAL", {"table ledger"}},
       {"DROP TABLE student_t", {"table student_t"}}}));
  INFO(sql);
  CHECK(after(folder / "r.db", sql).altered == names);
  CHECK_THROWS_AS(Store::open(folder / "r.db"), DamagedError);
  CHECK_THROWS_AS(require_sound(StoreReader(folder / "r.db"), "toy"), DamagedError);
}

TEST_CASE("what is between the words of a definition makes it no other") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db");
  const SchemaObjects found = after(
      folder / "r.db",
      "DROP TABLE student_t; CREATE TABLE student_t(-- by hand\n degrees /* or not */ INTEGER "
      "PRIMARY KEY, quantile REAL NOT NULL) STRICT");
  CHECK(found.altered.empty());
}

}  // namespace schema_objects_test
