#include "store/database_check.hpp"

#include <algorithm>

#include "catch.hpp"
#include "sample_records.hpp"

using namespace skald;
using namespace skald_test;

namespace {

bool is_good(const std::filesystem::path& file, const std::string& subject) {
  const auto checks = check_database(file);
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [&](const auto& check) { return check.subject == subject; });
  REQUIRE(found != checks.end());
  INFO(found->finding);
  return found->is_good;
}

void change(const std::filesystem::path& file, const std::string& sql) {
  Connection connection(file, Access::write, std::chrono::seconds(1));
  connection.execute("PRAGMA foreign_keys = OFF");
  connection.execute(sql);
}

}  // namespace

TEST_CASE("a sound database passes every check, damage fails its own") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  {
    Store store = Store::open(file);
    store.record(sample_run(declare_toy(store), "a", 0, {1, 2}));
  }
  for (const auto& check : check_database(file)) {
    INFO(check.subject << ": " << check.finding);
    CHECK(check.is_good);
  }
  SECTION("a row without its parent") {
    change(file, "INSERT INTO points VALUES (99, 1, 1, 0)");
    CHECK_FALSE(is_good(file, "foreign keys"));
    CHECK(is_good(file, "structure"));
  }
  SECTION("a run that the program did not write") {
    change(file, "DELETE FROM wide_metrics");
    CHECK_FALSE(is_good(file, "run_table"));
  }
  SECTION("a newer schema") {
    change(file, "PRAGMA user_version = 9");
    CHECK_FALSE(is_good(file, "schema"));
  }
  SECTION("an index that has lost an entry") {
    Connection connection(file, Access::read, std::chrono::seconds(1));
    const auto page =
        connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'study_cells_by_cell'");
    std::string bytes = read_file(file);
    const std::size_t cells = static_cast<std::size_t>(page - 1) * 4096 + 3;
    bytes[cells + 1] = 0;  // the count of entries of this page: two bytes, big-endian
    write_file(file, bytes);
    CHECK_FALSE(is_good(file, "structure"));
  }
}

TEST_CASE("the libraries with the repaired WAL reset") {
  CHECK(has_wal_reset_repair(3051003));
  CHECK(has_wal_reset_repair(3053000));
  CHECK(has_wal_reset_repair(3050007));
  CHECK(has_wal_reset_repair(3044006));
  CHECK_FALSE(has_wal_reset_repair(3040001));
  CHECK_FALSE(has_wal_reset_repair(3045000));
  CHECK_FALSE(has_wal_reset_repair(3050006));
  CHECK_FALSE(has_wal_reset_repair(3051002));
}
