#include "store/cell_means.hpp"

#include "sample_records.hpp"
#include "sound_database.hpp"
#include "test.hpp"

namespace cell_means_test {

using namespace skald::store;
using namespace skald_test;

namespace {

std::string seeds(const std::filesystem::path& file) {
  return csv(file, "SELECT * FROM compare_seeds ORDER BY study, cell, metric");
}

// The rows of compare_seeds if no means are kept.
std::string computed_seeds(const std::filesystem::path& file) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(file, folder / "copy.db");
  edit(folder / "copy.db", "DELETE FROM cell_means; DELETE FROM cell_ends");
  return seeds(folder / "copy.db");
}

std::int64_t kept_cells(const std::filesystem::path& file) {
  return StoreReader(file).connection().integer("SELECT count(*) FROM cell_ends");
}

// Cell a with three replicates, b with one that ended ok and a diverged one.
void fill(const std::filesystem::path& file) {
  Store store = Store::open(file);
  const auto study = declare_toy(store);
  for (int r = 0; r < 3; ++r) store.record(sample_run(study, "a", r, {0.1 * r * r + 0.3}));
  store.record(sample_run(study, "b", 0, {1e9}));
  record::RunRecord diverged = sample_run(study, "b", 1, {std::nan("")});
  diverged.status = record::RunStatus::diverged;
  store.record(diverged);
}

}  // namespace

TEST_CASE("a store that is closed keeps the means of its cells, and the view shows the same") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  CHECK(kept_cells(folder / "r.db") == 2);
  CHECK(seeds(folder / "r.db") == computed_seeds(folder / "r.db"));
  CHECK(cells_with_wrong_means(StoreReader(folder / "r.db").connection()) == 0);
}

TEST_CASE("means never outlive a change of their runs") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "r.db";
  fill(file);
  const std::string before = seeds(file);
  SECTION("another run") {
    Store store = Store::open(file);
    store.record(sample_run(1, "a", 3, {7}));
    CHECK(kept_cells(file) == 1);
    CHECK(seeds(file) != before);
  }
  SECTION("a run is done again") {
    Store store = Store::open(file);
    store.record(sample_run(1, "b", 1, {5}));
    CHECK(kept_cells(file) == 1);
    CHECK(seeds(file) != before);
  }
  SECTION("a run is superseded, and is not any more") {
    Store store = Store::open(file);
    store.supersede(1, std::vector<std::string>{"a-2"});
    CHECK(kept_cells(file) == 1);
    CHECK(seeds(file) != before);
    store.supersede(1, {});
    CHECK(seeds(file) == before);
  }
  SECTION("runs come from another file") {
    {
      Store other = Store::open(folder / "other.db");
      other.record(sample_run(declare_toy(other), "a", 9, {11}));
    }
    Store store = Store::open(file);
    CHECK(store.merge(folder / "other.db").added == 1);
    CHECK(kept_cells(file) == 1);
    CHECK(seeds(file) != before);
  }
  SECTION("fewer replicates are declared") {
    {
      Store store = Store::open(file);
      record::CellRecord a = sample_cell("a", 0.1);
      a.replicates = 2;
      store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{a, sample_cell("b", 0.2)});
      CHECK(kept_cells(file) == 1);
    }
    CHECK(seeds(file) != before);
  }
  SECTION("another study declares a cell with another seed") {
    {
      Store store = Store::open(file);
      record::CellRecord a = sample_cell("a", 0.1);
      a.origin = "a-0-of-another-seed";
      const auto other = store.declare_study({"z", "{}"}, std::vector<record::CellRecord>{a});
      record::RunRecord run = sample_run(other, "a", 0, {70});
      run.hash = run.origin = a.origin;
      store.record(run);
    }
    CHECK(seeds(file).starts_with(before));
    CHECK(seeds(file).substr(before.size()) == "z,a,accuracy,1,1,0,0,0,70,,\n");
  }
  SECTION("a cell leaves the grid, and comes back") {
    {
      Store store = Store::open(file);
      store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("b", 0.2)});
    }
    CHECK(seeds(file) == computed_seeds(file));
    CHECK(seeds(file).find("\ntoy,a,") == std::string::npos);
    {
      Store store = Store::open(file);
      declare_toy(store);
    }
    CHECK(seeds(file) == before);
  }
  SECTION("runs are pruned") {
    Store store = Store::open(file);
    store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("b", 0.2)});
    CHECK(store.prune().size() == 3);
    CHECK(kept_cells(file) == 1);
  }
  CHECK(cells_with_wrong_means(StoreReader(file).connection()) == 0);
  CHECK(seeds(file) == computed_seeds(file));
}

TEST_CASE("a kept mean that is changed is found by doctor") {
  for (const char* change : {"UPDATE cell_means SET mean = mean + 1e-9 WHERE metric = 1",
                             "UPDATE cell_means SET sd = 0 WHERE n = 3",
                             "UPDATE cell_ends SET diverged = 5", "DELETE FROM cell_means"}) {
    INFO(change);
    const TemporaryFolder folder;
    fill(folder / "r.db");
    edit(folder / "r.db", change);
    const DatabaseCheck means = check_of(folder / "r.db", "means");
    CHECK_FALSE(means.is_good);
    CHECK(means.is_damage);
  }
}

}  // namespace cell_means_test
