#include "store/schema.hpp"

#include "record/costs.hpp"
#include "sample_records.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace schema_test {

using namespace skald::store;
using namespace skald_test;

namespace {

constexpr std::chrono::milliseconds timeout{1000};

// A database of a fictitious version 0: `ledger` has no column `eps_spent`, as if version 1 had
// added it.
void make_version_0(const std::filesystem::path& file) {
  {
    Store store = Store::open(file);
    record::RunRecord run = sample_run(declare_toy(store), "a", 0, {0.5});
    run.costs = Costs{3, 0, 0, 0, 0, 0};
    store.record(run);
  }
  Connection(file, Access::write, timeout)
      .execute(
          "DROP VIEW run_table; DROP VIEW all_runs; ALTER TABLE ledger DROP COLUMN eps_spent;"
          "PRAGMA user_version = 0");
}

const std::vector<Migration> to_version_1{{0,
                                           "ALTER TABLE ledger ADD COLUMN eps_spent REAL;"
                                           "UPDATE ledger SET eps_spent = 42"}};

}  // namespace

TEST_CASE("a new file has the application id, the version and the quantiles of Student's t") {
  const TemporaryFolder folder;
  { Store store = Store::open(folder / "r.db"); }
  const Connection connection(folder / "r.db", Access::read, timeout);
  CHECK(connection.integer("PRAGMA application_id") == 0x536b616c);
  CHECK(connection.integer("PRAGMA user_version") == schema_version);
  CHECK(connection.integer("SELECT count(*) FROM student_t") == 1000);
  // Tables of the distribution: t(0.975; 1) = 12.706, t(0.975; 10) = 2.228.
  CHECK(connection.integer("SELECT round(1000 * quantile) FROM student_t WHERE degrees = 1") ==
        12706);
  CHECK(connection.integer("SELECT round(1000 * quantile) FROM student_t WHERE degrees = 10") ==
        2228);
}

TEST_CASE("the ledger of a new file has a column for every cost that all runs have") {
  const TemporaryFolder folder;
  { Store store = Store::open(folder / "r.db"); }
  std::vector<std::string> columns{"run"};
  for (const Cost& cost : kCosts) columns.emplace_back(cost.name);
  CHECK(StoreReader(folder / "r.db").query("SELECT * FROM ledger").columns == columns);
}

TEST_CASE("a migration copies the file first and then changes it") {
  const TemporaryFolder folder;
  make_version_0(folder / "r.db");
  Connection connection(folder / "r.db", Access::write, timeout);
  const auto backup = migrate(connection, 1, to_version_1);
  REQUIRE(backup);
  CHECK(*backup == folder / "r.db.version-0.backup");
  CHECK(connection.integer("PRAGMA user_version") == 1);
  CHECK(connection.integer("SELECT eps_spent FROM run_table") == 42);

  const Connection copy(*backup, Access::read, timeout);
  CHECK(copy.integer("PRAGMA user_version") == 0);
  CHECK(copy.integer("SELECT rounds FROM ledger") == 3);
  CHECK_THROWS_WITH(copy.integer("SELECT eps_spent FROM ledger"),
                    Catch::Contains("no such column"));

  CHECK_FALSE(migrate(connection, 1, to_version_1));  // nothing is left to do
}

TEST_CASE("a migration that fails leaves the file as it was, and a backup is never overwritten") {
  const TemporaryFolder folder;
  make_version_0(folder / "r.db");
  write_file(folder / "r.db.version-0.backup", "precious");
  Connection connection(folder / "r.db", Access::write, timeout);
  const std::vector<Migration> broken{
      {0, "ALTER TABLE ledger ADD COLUMN eps_spent REAL; SELECT * FROM nowhere"}};
  CHECK_THROWS_WITH(migrate(connection, 1, broken),
                    Catch::Contains("was undone") && Catch::Contains("version-0.backup-2"));
  CHECK(content(folder / "r.db.version-0.backup") == "precious");
  CHECK(connection.integer("PRAGMA user_version") == 0);
  CHECK_THROWS_AS(connection.integer("SELECT eps_spent FROM ledger"), std::invalid_argument);

  const std::string sql =
      std::string(to_version_1[0].sql) + "; INSERT INTO axes (cell, axis, value) VALUES (1, 99, 0)";
  const std::vector<Migration> orphaning{{0, sql}};
  CHECK_THROWS_AS(migrate(connection, 1, orphaning), std::runtime_error);
  CHECK(connection.integer("PRAGMA user_version") == 0);

  CHECK_THROWS_WITH(migrate(connection, 2, to_version_1), Catch::Contains("no migration to"));
  CHECK(connection.integer("PRAGMA user_version") == 0);
}

TEST_CASE("files are told apart by their application id") {
  const TemporaryFolder folder;
  Connection connection(folder / "x.db", Access::create, timeout);
  CHECK(file_version(connection).kind == FileKind::empty);
  connection.execute("PRAGMA application_id = 7");
  CHECK(file_version(connection).kind == FileKind::foreign);
  connection.execute("PRAGMA application_id = 1399549028; PRAGMA user_version = 3");
  CHECK(file_version(connection).kind == FileKind::development);
  connection.execute("PRAGMA application_id = 1399546220");
  CHECK(file_version(connection).kind == FileKind::skald);
  CHECK(file_version(connection).version == 3);
}

}  // namespace schema_test
