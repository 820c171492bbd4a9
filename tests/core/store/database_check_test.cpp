#include "store/database_check.hpp"

#include "sample_records.hpp"
#include "sound_database.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

bool is_good(const std::filesystem::path& file, const std::string& subject) {
  const DatabaseCheck check = check_of(file, subject);
  INFO(check.finding);
  return check.is_good;
}

}  // namespace

TEST_CASE("a sound database passes every check, damage fails its own") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file, {1, 2});
  check_sound(file);
  SECTION("a row without its parent") {
    edit(file, "INSERT INTO points VALUES (99, 1, 1, 0)");
    CHECK_FALSE(is_good(file, "foreign keys"));
    CHECK(is_good(file, "structure"));
  }
  SECTION("a run that the program did not write") {
    edit(file, "DELETE FROM wide_metrics");
    CHECK_FALSE(is_good(file, "run_table"));
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

// Cells a and b have three axes; the one run has accuracy 2 and no w2.
TEST_CASE("values that run_table repeats wrongly are counted") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_toy(file, {1, 2});
  const auto finding = [&] { return check_of(file, "run_table").finding; };
  CHECK(finding() == "has every axis, metric and run");
  edit(file, "UPDATE wide_metrics SET metric_1 = 3");
  CHECK_THAT(finding(), Catch::StartsWith("1 value is not those of axes and summary"));
  edit(file, "UPDATE wide_metrics SET metric_2 = 0.5");
  CHECK_THAT(finding(), Catch::StartsWith("2 values"));
  edit(file, "UPDATE wide_axes SET axis_1 = NULL");
  CHECK_THAT(finding(), Catch::StartsWith("4 values"));
  edit(file, "DELETE FROM axes WHERE axis = 2 AND cell = 2");
  CHECK_THAT(finding(), Catch::StartsWith("5 values"));
  edit(file, "DELETE FROM summary; UPDATE wide_axes SET axis_3 = axis_3 + 1 WHERE cell = 1");
  CHECK_THAT(finding(), Catch::StartsWith("6 values"));
  edit(file, "UPDATE wide_metrics SET metric_1 = NULL, metric_2 = NULL");
  CHECK_THAT(finding(), Catch::StartsWith("4 values"));
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
