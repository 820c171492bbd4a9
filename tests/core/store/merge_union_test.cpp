// Merging keeps the union: random pairs of files of the same and other studies, cells, seeds and
// builds.
#include "sample_records.hpp"
#include "sound_database.hpp"
#include "store/results/results_hash.hpp"
#include "test.hpp"

namespace merge_union_test {

using namespace skald::store;
using namespace skald_test;

namespace {

// Of a stored run: its identity, and its value.
using Results = std::multiset<std::pair<std::string, double>>;

Results results_of(const std::filesystem::path& file) {
  Results results;
  const StoreReader reader(file);
  for (const auto& row : reader
                             .query("SELECT coalesce(former_of, hash), last FROM runs"
                                    " JOIN summary ON summary.run = runs.id")
                             .rows) {
    results.emplace(std::get<std::string>(row[0]), std::get<double>(row[1]));
  }
  return results;
}

// What each study shows: its runs, by hash, with their values.
std::string shown(const std::filesystem::path& file) {
  return csv(file, "SELECT study, hash, accuracy FROM run_table ORDER BY study, hash");
}

class RandomFiles {
 public:
  explicit RandomFiles(std::uint32_t seed) : random_(seed) {}

  // Up to two studies of two cells, each with one of two seeds, up to three replicates, and one of
  // two builds, on which the numbers depend in some runs.
  void make(const std::filesystem::path& file) {
    Store store = Store::open(file);
    store.declare_metrics(sample_metrics());
    for (int i = 0; i <= pick(2); ++i) {
      const std::string name = pick(2) == 0 ? "one" : "two";
      const int seed = pick(2), build = pick(2);
      std::vector<record::CellRecord> cells;
      for (const char* cell : {"a", "b"}) {
        cells.push_back(sample_cell(cell, 0.1));
        cells.back().origin = std::string(cell) + "-0-" + std::to_string(seed);
        cells.back().replicates = 1 + pick(3);
      }
      const auto study = store.declare_study({name, std::to_string(seed)}, cells);
      for (const record::CellRecord& cell : cells) {
        for (std::int64_t r = 0; r < cell.replicates; ++r) {
          if (pick(4) > 0) store.record(run(study, cell, r, seed, build));
        }
      }
    }
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }

  record::RunRecord run(std::int64_t study, const record::CellRecord& cell, std::int64_t replicate,
                        int seed, int build) {
    const bool depends = replicate == 1;
    record::RunRecord run =
        sample_run(study, cell.hash, replicate,
                   {100.0 * seed + 10.0 * static_cast<double>(replicate) + (depends ? build : 0)});
    run.hash += "-" + std::to_string(seed);
    run.origin = cell.origin;
    run.environment.git_commit = std::to_string(build);
    return run;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("a merge keeps the union of what two files have, and what the first shows") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    RandomFiles files(seed);
    files.make(folder / "here.db");
    files.make(folder / "there.db");
    const Results here = results_of(folder / "here.db"), there = results_of(folder / "there.db");
    std::set<std::pair<std::string, double>> either(here.begin(), here.end());
    either.insert(there.begin(), there.end());
    const auto names = csv(folder / "here.db", "SELECT name, document FROM studies");
    const std::string before = shown(folder / "here.db");
    std::string after;
    {
      Store store = Store::open(folder / "here.db");
      store.merge(folder / "there.db");
      const Results merged = results_of(folder / "here.db");
      CHECK(merged == Results(either.begin(), either.end()));
      after = shown(folder / "here.db");
      const MergeReport again = store.merge(folder / "there.db");
      CHECK(again.added + again.former + again.replaced == 0);
      CHECK(results_of(folder / "here.db") == merged);
    }
    CHECK(shown(folder / "here.db") == after);
    // Every row that the first file showed is shown with the same value.
    std::istringstream rows(before);
    for (std::string row; std::getline(rows, row);)
      CHECK(after.find(row + "\n") != std::string::npos);
    check_sound(folder / "here.db");
  }
}

TEST_CASE("a merge that must be whole refuses other results and another seed") {
  const TemporaryFolder folder;
  const auto make = [&](const char* name, const std::string& origin, double value) {
    Store store = Store::open(folder / name);
    store.declare_metrics(sample_metrics());
    record::CellRecord cell = sample_cell("a", 0.1);
    cell.origin = origin;
    const auto study = store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{cell});
    record::RunRecord run = sample_run(study, "a", 0, {value});
    run.hash = run.origin = origin;
    store.record(run);
  };
  make("here.db", "seed-1", 0.5);
  make("build.db", "seed-1", 0.25);
  make("seed.db", "seed-2", 0.5);
  Store store = Store::open(folder / "here.db");
  CHECK_THROWS_WITH(store.merge(folder / "build.db", MergeRule::all_or_nothing),
                    Catch::Contains("1 run has other results"));
  CHECK_THROWS_WITH(store.merge(folder / "seed.db", MergeRule::all_or_nothing),
                    Catch::Contains("declared here with another seed"));
  CHECK(csv(folder / "here.db", "SELECT count(*) AS n FROM runs") == "n\n1\n");
  CHECK(store.merge(folder / "build.db").former == 1);
  CHECK(store.merge(folder / "seed.db").undeclared == 1);
  CHECK(csv(folder / "here.db", "SELECT accuracy FROM run_table") == "accuracy\n0.5\n");
}

}  // namespace merge_union_test
