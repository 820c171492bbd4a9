// Databases of every older version (tests/golden/databases), migrated to the current one.
#include <map>
#include <string>

#include "catch.hpp"
#include "older_database.hpp"
#include "sample_records.hpp"
#include "store/damage.hpp"
#include "store/database_check.hpp"
#include "store/schema.hpp"
#include "store/seals/run_seals.hpp"
#include "store/store.hpp"
#include "store/store_reader.hpp"

using namespace skald;
using namespace skald::store;
using namespace skald_test;
namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds timeout{1000};

// The sample of that version, as a database in `folder`.
fs::path sample_database(const TemporaryFolder& folder, int version) {
  const fs::path file = folder / "r.db";
  make_older_database(file, version);
  return file;
}

// Columns of every table and view, by name.
std::map<std::string, std::vector<std::string>> columns_of(const fs::path& file) {
  const StoreReader reader(file);
  std::map<std::string, std::vector<std::string>> columns;
  for (const std::string& name : reader.views_and_tables()) {
    columns[name] = reader.query("SELECT * FROM " + name + " LIMIT 0").columns;
  }
  return columns;
}

}  // namespace

TEST_CASE("a database of every older version is migrated, with a backup, and keeps its numbers") {
  // Computed by the version that wrote the sample.
  const std::map<int, std::string> results{
      {1, "e775324b4b42bf6c554c5a8cdab241f59e105f6d72c1a58545c4e74d21c66258"},
      {2, "7dee35d2c073ef66f7d2b27f1dd65b6a5e69a3dbbc7c5a9c3e81518ef79b5c18"},
      {3, "6aa35ceb64e21f449d3480c3078d8489edee9f3059d16631400c6fa389ee6838"},
      {4, "766f2f0883f2b12e3604abf89ce13fb0f9925dee83443f809b3e52601f1a0242"},
      {5, "e95df509efe0efc8d3bd60a2639232ca7de06d0c64753c1bb8709c1eaf12654b"},
      {6, "e95df509efe0efc8d3bd60a2639232ca7de06d0c64753c1bb8709c1eaf12654b"},
      {7, "e95df509efe0efc8d3bd60a2639232ca7de06d0c64753c1bb8709c1eaf12654b"}};
  for (int version = 1; version < schema_version; ++version) {
    INFO("version " << version);
    const TemporaryFolder folder;
    const fs::path file = sample_database(folder, version);
    CHECK(StoreReader(file).results_hash() == results.at(version));
    CHECK(csv(file, "SELECT count(*) AS n, max(degrees) AS d, min(quantile) AS q FROM student_t") ==
          "n,d,q\n1000,1000,1.962339080826408\n");
    const auto runs = StoreReader(file).query("SELECT * FROM provenance ORDER BY hash").rows;
    {
      Store store = Store::open(file);
      REQUIRE(store.backup());
      CHECK(*store.backup() == folder / ("r.db.version-" + std::to_string(version) + ".backup"));
      CHECK(store.results_hash() == results.at(version));
    }
    const StoreReader reader(file);
    CHECK(reader.query("PRAGMA user_version").rows[0][0] ==
          record::SqlValue(std::int64_t{schema_version}));
    CHECK(reader.query("SELECT * FROM provenance ORDER BY hash").rows == runs);
    CHECK(StoreReader(folder / ("r.db.version-" + std::to_string(version) + ".backup"))
              .results_hash() == results.at(version));
    for (const DatabaseCheck& check : check_database(file)) {
      INFO(check.subject << ": " << check.finding);
      CHECK(check.is_good);
    }
  }
}

TEST_CASE("a migrated database has the tables and views of a new one, and takes new runs") {
  const TemporaryFolder folder, fresh;
  const auto declare = [](const fs::path& file) {
    Store store = Store::open(file);
    store.declare_metrics(std::vector{sample_metrics().front()});
    const std::vector<record::CellRecord> cells{sample_cell("a", 0.1)};
    store.record(sample_run(store.declare_study({"toy", "{}"}, cells), "a", 0, {0.5}));
  };
  const fs::path file = sample_database(folder, 1);
  declare(file);
  declare(fresh / "r.db");
  auto migrated = columns_of(file);
  auto made = columns_of(fresh / "r.db");
  // These have a column for every axis and metric that the file has ever had.
  for (const char* wide : {"run_table", "all_runs", "wide_axes", "wide_metrics"}) {
    CHECK(migrated.erase(wide) == 1);
    CHECK(made.erase(wide) == 1);
  }
  CHECK(migrated == made);
  CHECK(StoreReader(file).query("SELECT accuracy FROM run_table WHERE hash = 'a-0'").rows ==
        std::vector<std::vector<record::SqlValue>>{{0.5}});
}

TEST_CASE("a damaged file is neither migrated nor sealed") {
  const TemporaryFolder folder;
  const fs::path file = sample_database(folder, 4);
  const auto page = Connection(file, Access::read, timeout)
                        .integer(
                            "SELECT rootpage FROM sqlite_schema WHERE name = "
                            "'study_cells_by_cell'");
  std::string bytes = read_file(file);
  bytes[static_cast<std::size_t>(page - 1) * 4096 + 4] = 0;  // entries of that page: none
  write_file(file, bytes);
  CHECK_THROWS_WITH(Store::open(file), Catch::Contains("was not migrated"));
  CHECK_THROWS_AS(Store::open(file), DamagedError);
  CHECK(folder.names() == std::vector<std::string>{"r.db"});
  CHECK(read_file(file) == bytes);
}

TEST_CASE("version 5 brought seals") {
  const TemporaryFolder folder;
  const fs::path file = sample_database(folder, 4);
  { Store store = Store::open(file); }
  CHECK(
      csv(file, "SELECT count(*) AS n, count(digest) AS a, count(series_digest) AS b FROM runs") ==
      "n,a,b\n12,12,12\n");
  CHECK(broken_runs(StoreReader(file).connection(), SealDepth::all).empty());
  Connection(file, Access::write, timeout)
      .execute("UPDATE points SET value = value + 1e-9 WHERE run = 3 AND iteration = 20");
  CHECK(broken_runs(StoreReader(file).connection(), SealDepth::all).size() == 1);
}

TEST_CASE("version 2 brought the view of failures") {
  const TemporaryFolder folder;
  const fs::path file = sample_database(folder, 1);
  CHECK_THROWS_WITH(StoreReader(file).query("failures"), Catch::Contains("no view or table"));
  { Store store = Store::open(file); }
  const auto rows = StoreReader(file).query("SELECT status, exit_signal FROM failures").rows;
  CHECK(rows ==
        std::vector<std::vector<record::SqlValue>>(2, {std::string("crashed"), std::int64_t{6}}));
}

TEST_CASE("version 4 took runs of cells that left the grid, and an axis of none, from run_table") {
  const TemporaryFolder folder;
  const fs::path file = sample_database(folder, 3);
  const std::string rows = "SELECT count(*) AS c, count(DISTINCT cell) AS cells FROM ";
  CHECK(csv(file, rows + "run_table") == "c,cells\n12,6\n");
  CHECK(csv(file, "SELECT count(*) AS c FROM run_table WHERE \"K#2\" IS NULL") == "c\n12\n");
  { Store store = Store::open(file); }
  CHECK(csv(file, rows + "run_table") == "c,cells\n6,3\n");
  CHECK(csv(file, rows + "all_runs WHERE is_current") == "c,cells\n6,3\n");
  CHECK(csv(file, rows + "all_runs WHERE NOT is_current") == "c,cells\n6,3\n");
  CHECK_THROWS_WITH(csv(file, "SELECT \"K#2\" AS c FROM run_table AS t WHERE t.\"K#2\" IS NULL"),
                    Catch::Contains("K#2"));
  CHECK(csv(file, "SELECT DISTINCT K FROM run_table WHERE sampler = 'fald' ORDER BY K") ==
        "K\n2\n5\n");
}
