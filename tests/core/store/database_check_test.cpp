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
  SECTION("an index that has lost an entry") {
    Connection connection(file, Access::read, std::chrono::seconds(1));
    const auto page =
        connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'study_cells_by_cell'");
    std::string bytes = content(file);
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
