#include "store/rescue/hot_journal.hpp"

#include <string>

#include "catch.hpp"
#include "sample_records.hpp"
#include "store/store_reader.hpp"

using namespace skald;
using namespace skald::store;
using namespace skald_test;

namespace {

namespace fs = std::filesystem;

// Leaves a database with one run whose writer was killed during a change: half of the change is in
// the file, and the journal says how to undo it. Returns the results before the change.
std::string leave_half_changed(const TemporaryFolder& folder, const std::string& name) {
  {
    Store store = Store::open(folder / "whole.db");
    store.record(sample_run(declare_toy(store), "a", 0, {1}));
  }
  const std::string before = StoreReader(folder / "whole.db").results_hash();
  Connection writer(folder / "whole.db", Access::write, std::chrono::milliseconds(0));
  // The change does not fit into the cache, so part of it reaches the file before the commit.
  writer.execute("PRAGMA cache_size = 1");
  const Transaction transaction(writer, Transaction::Kind::write);
  writer.execute(
      "UPDATE runs SET status = 'crashed';"
      "CREATE TABLE filler AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE"
      " i < 500) SELECT i, zeroblob(4000) FROM n");
  for (const char* part : {"", "-journal"}) {
    fs::copy_file(folder / ("whole.db" + std::string(part)), folder / (name + part));
  }
  return before;
}

}  // namespace

TEST_CASE("a database whose writer was killed while it wrote can be read at once") {
  const TemporaryFolder folder;
  const std::string before = leave_half_changed(folder, "half.db");
  REQUIRE(fs::file_size(folder / "half.db") > fs::file_size(folder / "half.db-journal"));
  CHECK(StoreReader(folder / "half.db").results_hash() == before);
  CHECK_FALSE(fs::exists(folder / "half.db-journal"));
  CHECK_FALSE(fs::exists(folder / "half.db.lock"));
}

TEST_CASE("a database whose writer was killed while it wrote can be merged at once") {
  const TemporaryFolder folder;
  const std::string before = leave_half_changed(folder, "half.db");
  Store store = Store::open(folder / "merged.db");
  store.merge(folder / "half.db");
  CHECK(store.results_hash() == before);
}

TEST_CASE("the change of a writer that still has the database is left alone") {
  const TemporaryFolder folder;
  leave_half_changed(folder, "half.db");
  const WriterLock lock(folder / "half.db");
  roll_back_hot_journal(folder / "half.db");
  CHECK(fs::exists(folder / "half.db-journal"));
}
