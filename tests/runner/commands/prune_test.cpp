// What becomes of the runs of cells that a grid no longer declares.
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

// A grid that was run, changed and run again: two cells with 60 iterations first, then with 80.
class Changed {
 public:
  explicit Changed(const std::string& run = "") : grid_(walk_grid("phase", "[0, 1]", run)) {
    declare(grid_);
    declare(with(grid_, R"("iterations": 60)", R"("iterations": 80)"));
  }
  void write(const std::string& grid) const { folder_.write("grid.json", grid); }
  void declare(const std::string& grid) const {
    write(grid);
    REQUIRE(run_skald(folder_.path(), walk_command("run", "results.db")).code == 0);
  }
  std::string query(const std::string& sql) const { return csv_of(folder_ / "results.db", sql); }
  ProcessResult prune(const std::vector<std::string>& more = {}) const {
    return run_skald(folder_.path(), with_more({"prune", "results.db"}, more));
  }
  const std::string& first_grid() const { return grid_; }
  const fs::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  std::string grid_;
};

constexpr const char* kPerGeneration =
    "SELECT gradient_evaluations AS g, count(*) AS c FROM run_table GROUP BY 1";

}  // namespace

TEST_CASE(
    "runs of cells that left the grid leave the tables for people, and are marked in all_runs") {
  const Changed grid;
  CHECK(grid.query("SELECT count(*) AS c, count(DISTINCT phase) AS p FROM run_table") ==
        "c,p\n2,2\n");
  CHECK(grid.query("SELECT count(DISTINCT run) AS c FROM final_metrics") == "c\n2\n");
  CHECK(grid.query("SELECT count(DISTINCT cell) AS c FROM compare_seeds") == "c\n2\n");
  CHECK(grid.query("SELECT is_current, count(*) AS c FROM all_runs GROUP BY 1 ORDER BY 1") ==
        "is_current,c\n0,2\n1,2\n");
  CHECK(grid.query("SELECT count(*) AS c FROM provenance WHERE "
                   "json_extract(canonical_json, '$.run.iterations') = 60") == "c\n2\n");
  CHECK_THAT(run_skald(grid.folder(), {"status", "results.db"}).err,
             Catch::StartsWith("2 runs that no grid declares any more; skald prune results.db"));
}

TEST_CASE("runs come back with the cells that a grid declares again") {
  const Changed grid;
  grid.declare(grid.first_grid());
  CHECK(grid.query("SELECT count(*) AS c FROM run_table") == "c\n2\n");
  CHECK(grid.query("SELECT count(*) AS c FROM runs") == "c\n4\n");
}

TEST_CASE("a cell that any study declares is current") {
  const Changed grid;
  grid.declare(with(grid.first_grid(), R"("name": "walk")", R"("name": "other")"));
  CHECK(grid.query("SELECT count(*) AS c FROM run_table") == "c\n4\n");
  CHECK_THAT(grid.prune({"--yes"}).out, Catch::Contains("nothing to remove"));
}

TEST_CASE("runs of another seed leave the tables before all of the new ones are done") {
  const Changed grid;
  const std::string reseeded =
      with(with(grid.first_grid(), R"("iterations": 60)", R"("iterations": 80)"), R"("seed": 1)",
           R"("seed": 2)");
  grid.write(reseeded);
  REQUIRE(run_skald(grid.folder(), walk_command("run", "results.db", {"--limit", "1"})).code == 0);
  CHECK(grid.query("SELECT seed, count(*) AS c FROM runs JOIN run_table ON run = id GROUP BY 1") ==
        "seed,c\n2,1\n");
}

TEST_CASE("prune says what would go, and removes it when it is told to") {
  const Changed grid(R"("keep_samples": true)");
  const auto samples = [&] { return files_in(grid.folder() / "results.db.samples").size(); };
  REQUIRE(samples() == 4);
  const ProcessResult asked = grid.prune();
  CHECK(asked.code == 0);
  CHECK(asked.out ==
        "results.db: 2 runs that no grid declares any more (ok 2); skald prune results.db --yes "
        "removes "
        "them\n");
  CHECK(grid.query("SELECT count(*) AS c FROM runs") == "c\n4\n");
  const std::string current = grid.query(kPerGeneration);

  const ProcessResult done = grid.prune({"--yes"});
  CHECK(done.code == 0);
  CHECK(done.out == "results.db: 2 runs that no grid declares any more (ok 2) removed\n");
  CHECK(grid.query("SELECT count(*) AS c FROM runs") == "c\n2\n");
  CHECK(grid.query("SELECT count(*) AS c FROM cells") == "c\n2\n");
  CHECK(grid.query(kPerGeneration) == current);
  CHECK(samples() == 2);
  CHECK(run_skald(grid.folder(), {"doctor", "results.db"}).code == 0);
  CHECK_THAT(grid.prune().out, Catch::Contains("nothing to remove"));
}

TEST_CASE("arrays of draws without a run stay until prune removes them") {
  const TemporaryFolder folder;
  const auto sweep = [&](const char* seed) {
    folder.write("grid.json", with(walk_grid("phase", "[0, 1]", R"("keep_samples": true)"),
                                   R"("seed": 1)", std::string(R"("seed": )") + seed));
    return run_skald(folder.path(), walk_command("run", "results.db"));
  };
  const auto samples = [&] { return files_in(folder.path() / "results.db.samples").size(); };
  REQUIRE(sweep("1").code == 0);
  edit(folder / "results.db", "DELETE FROM runs");
  const ProcessResult next = sweep("2");
  REQUIRE(next.code == 0);
  CHECK_THAT(next.out + next.err,
             Catch::Contains("2 arrays of draws in results.db.samples belong to no run of the "
                             "database; skald prune results.db --yes removes them"));
  CHECK(samples() == 4);
  CHECK_THAT(run_skald(folder.path(), {"doctor", "results.db"}).out,
             Catch::Contains("2 files; 2 more belong to no run of this database"));
  CHECK(run_skald(folder.path(), {"prune", "results.db"}).out ==
        "results.db: 2 arrays of draws without a run; skald prune results.db --yes removes them\n");
  CHECK(samples() == 4);
  CHECK(run_skald(folder.path(), {"prune", "results.db", "--yes"}).out ==
        "results.db: 2 arrays of draws without a run removed\n");
  CHECK(samples() == 2);
  CHECK(run_skald(folder.path(), {"doctor", "results.db"}).code == 0);
}

// If the first database gets its name back, it must find its draws.
TEST_CASE("a new database under a name leaves the draws of the one before") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0, 1]", R"("keep_samples": true)"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
  fs::rename(folder.path() / "results.db", folder.path() / "away.db");
  folder.write("grid.json", with(walk_grid("phase", "[0, 1]"), R"("seed": 1)", R"("seed": 2)"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
  fs::rename(folder.path() / "away.db", folder.path() / "results.db");
  succeed(folder.path(), {"doctor", "results.db"});
}

TEST_CASE("prune refuses what is no database of this version") {
  const TemporaryFolder folder;
  CHECK(run_skald(folder.path(), {"prune", "none.db", "--yes"}).code == 2);
  CHECK(files_in(folder.path()).empty());
}
