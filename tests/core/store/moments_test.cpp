// The moments of records are sealed and merged, but excluded from bitwise comparison.
#include "catch.hpp"
#include "sample_records.hpp"
#include "store/seals/run_seals.hpp"

namespace moments_test {

using namespace skald;
using namespace skald::store;
using namespace skald_test;

namespace {

void fill(const std::filesystem::path& file, double seconds) {
  Store store = Store::open(file);
  record::RunRecord run = sample_run(declare_toy(store), "a", 0, {0.5, 0.75});
  run.moments = {{10, seconds}, {20, 2 * seconds}};
  store.record(run);
}

}  // namespace

TEST_CASE("times are no results, but what a run was sealed with") {
  const TemporaryFolder folder;
  fill(folder / "a.db", 0.25);
  fill(folder / "b.db", 0.5);
  CHECK(StoreReader(folder / "a.db").results_hash() == StoreReader(folder / "b.db").results_hash());
  {
    Connection connection(folder / "a.db", Access::write, std::chrono::seconds(1));
    CHECK(RunSeals(connection).hold(1));
    connection.execute("UPDATE moments SET wall_seconds = 7 WHERE iteration = 20");
    CHECK_FALSE(RunSeals(connection).hold(1));
    CHECK(RunSeals(connection).values_hold(1));
  }
}

TEST_CASE("a merge brings the times of the runs that it brings") {
  const TemporaryFolder folder;
  fill(folder / "a.db", 0.25);
  {
    Store store = Store::open(folder / "b.db");
    CHECK(store.merge(folder / "a.db").added == 1);
  }
  CHECK(csv(folder / "b.db", "SELECT iteration, wall_seconds FROM moments") ==
        "iteration,wall_seconds\n10,0.25\n20,0.5\n");
  CHECK(broken_runs(StoreReader(folder / "b.db").connection(), SealDepth::all).empty());
}

}  // namespace moments_test
