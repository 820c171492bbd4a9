// Tests grids that leave the number of replicates to their results, from the command line.
#include "grids.hpp"
#include "store/store.hpp"
#include "sweep/grid_folder.hpp"
#include "test.hpp"

namespace open_grid_test {

namespace {

// Five values of K. The larger K, the farther the chains are from the posterior.
std::string grid(const std::string& replicates, const std::string& name = "open") {
  return R"({ "name": ")" + name + R"(", "seed": 1, )" + replicates + R"(,
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
  "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= step_bound / 25"},
  "run": {"iterations": 200, "chains": 2, "record_every": 100},
  "metrics": ["w2", "mean_bias"],
  "axes": [{"K": [2, 5, 10, 20, 50]}] })";
}

const std::string kUntil =
    R"("replicates": {"min": 3, "max": 14, "step": 2,
                      "until": {"metric": "mean_bias", "half_width": 1.2}})";
const std::string kRace = R"("replicates": 20, "race": {"metric": "w2"})";
const std::string kBoth = kUntil + R"(, "race": {"metric": "w2"})";

class Study : public GridFolder {
 public:
  using GridFolder::GridFolder;

  // Returns everything that the sweep computed and decided.
  std::string results() const {
    return reader().results_hash() + query("SELECT * FROM decisions ORDER BY study, cell");
  }
};

}  // namespace

TEST_CASE("an open grid does and decides the same for any number of workers") {
  for (const std::string& rules : {kUntil, kRace, kBoth}) {
    INFO(rules);
    const Study one(grid(rules)), four(grid(rules));
    REQUIRE(one.run({"-j", "1"}).code == 0);
    REQUIRE(four.run({"-j", "4"}).code == 0);
    CHECK(one.results() == four.results());
    CHECK(one.number("SELECT count(*) FROM decisions") == 5);
    // Each cell has exactly the replicates that decided it.
    CHECK(one.number("SELECT count(*) FROM decisions d WHERE d.replicates <> (SELECT count(*) FROM "
                     "run_table r WHERE r.cell = d.cell)") == 0);
    const auto again = one.run();
    CHECK_THAT(again.err, Catch::Contains("[0/0]"));
    CHECK(one.results() == four.results());
  }
}

TEST_CASE("an open grid that is cut short again and again ends the same") {
  for (const std::string& rules : {kUntil, kRace}) {
    INFO(rules);
    const Study whole(grid(rules)), pieces(grid(rules));
    REQUIRE(whole.run({"-j", "2"}).code == 0);
    const std::int64_t runs = whole.number("SELECT count(*) FROM runs");
    std::int64_t before = -1, after = 0;
    for (int times = 0; before < after && times < 100; ++times) {
      before = after;
      REQUIRE(pieces.run({"-j", "2", "--limit", "7"}).code == 0);
      after = pieces.number("SELECT count(*) FROM runs");
      CHECK(after <= before + 7);
    }
    CHECK(after == runs);
    CHECK(pieces.results() == whole.results());
  }
}

TEST_CASE("an open grid that is killed after every store ends the same") {
  for (const char* moment : {"committed:1", "commit_begun:2"}) {
    INFO(moment);
    const Study whole(grid(kBoth)), killed(grid(kBoth));
    REQUIRE(whole.run({"-j", "2"}).code == 0);
    std::int64_t before = -1, after = 0;
    int kills = 0;
    while (before < after) {
      ::setenv("SKALD_CRASH_AT", moment, 1);
      kills += killed.run({"-j", "2"}).code == -1;
      ::unsetenv("SKALD_CRASH_AT");
      before = after;
      after = killed.number("SELECT count(*) FROM runs");
    }
    CHECK(kills > 2);
    REQUIRE(killed.run({"-j", "3"}).code == 0);
    CHECK(killed.results() == whole.results());
  }
}

TEST_CASE("an open grid does the reference runs that its replicates need, and no others") {
  const Study study(R"({ "name": "open", "seed": 1,
  "replicates": {"min": 3, "max": 9, "until": {"metric": "reference_run_sliced_w2",
                                               "half_width": 0.05}},
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
  "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= step_bound / 25"},
  "run": {"iterations": 200, "chains": 2, "record_every": 100},
  "reference": {"sampler": {"plugin": "ula", "step": "= step_bound / 25"}},
  "metrics": ["w2", "reference_run_sliced_w2"],
  "axes": [{"K": [2, 20]}] })");
  const auto run = study.run({"-j", "2"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(study.number("SELECT count(*) FROM decisions") == 2);
  CHECK(study.number("SELECT max(replicates) FROM decisions") ==
        study.number("SELECT count(*) FROM runs WHERE cell IN (SELECT cell FROM study_cells WHERE "
                     "reference)"));
  const std::string runs = std::to_string(study.number("SELECT count(*) FROM runs"));
  const auto status = study.skald({"status", "r.db", "--format", "csv"});
  CHECK_THAT(status.out, Catch::Contains("open,3," + runs + "," + runs + ","));
  CHECK_THAT(status.err, Catch::Contains("2 of 2 cells decided"));
  CHECK_THAT(study.skald({"check", "grid.json"}).out, Catch::Contains("2 cells x at most 9 "));
}

TEST_CASE("precision: cells have the fewest replicates with a short enough interval") {
  const Study study(grid(kUntil));
  REQUIRE(study.run().code == 0);
  CHECK(study.number("SELECT count(*) FROM decisions WHERE reason = 'precise' AND statistic > "
                     "threshold") == 0);
  CHECK(study.number("SELECT count(*) FROM decisions WHERE reason = 'limit' AND statistic <= "
                     "threshold") == 0);
  CHECK(study.number("SELECT count(*) FROM decisions WHERE metric = 'mean_bias' AND threshold = "
                     "1.2 AND replicates IN (3, 5, 7, 9, 11, 13, 14)") == 5);
  // The stored half width is that of compare_seeds.
  CHECK(study.number("SELECT count(*) FROM decisions d JOIN compare_seeds c USING (cell, metric) "
                     "WHERE abs(d.statistic - c.half_width) <= 1e-9 * c.half_width AND c.n = "
                     "d.replicates") == 5);
  CHECK(study.number("SELECT count(DISTINCT replicates) > 1 FROM decisions") == 1);
}

TEST_CASE("a race stops what is worse, and tells where") {
  // Long enough for the chains to agree, as the rival of a worse setting must.
  const Study study(with(with(grid(kRace), R"("iterations": 200)", R"("iterations": 20000)"),
                         "step_bound / 25", "step_bound / 5"));
  REQUIRE(study.run().code == 0);
  CHECK(study.number("SELECT count(*) FROM decisions WHERE reason = 'worse' AND statistic <= "
                     "threshold AND rival IS NOT NULL AND metric = 'w2' AND replicates < 20") >= 2);
  CHECK(study.number("SELECT count(*) FROM decisions d JOIN run_table r USING (cell) WHERE r.K = 2 "
                     "AND d.reason = 'limit' AND d.replicates = 20 AND r.replicate = 0") == 1);
  CHECK(study.number("SELECT count(*) FROM runs") < 5 * 20);

  const auto compared = study.skald({"compare", "r.db"});
  CHECK_THAT(compared.out, Catch::Contains("the results decided how many replicates") &&
                               Catch::Contains("adjusted for the replicates that others lack"));
  const std::string lost = study.query(
      "SELECT substr(hash, 1, 12) AS h FROM run_table JOIN decisions USING (cell) WHERE reason = "
      "'worse' LIMIT 1");
  const auto shown = study.skald({"show", "r.db", lost.substr(2, 12)});
  CHECK_THAT(shown.out, Catch::Contains("decided_by_replicates") && Catch::Contains("worse"));
}

TEST_CASE("plan and status tell the range of an open grid, and what is decided") {
  const Study study(grid(kUntil));
  const auto fresh = study.skald({"plan", "grid.json", "--db", "r.db", "-j", "2"});
  CHECK(fresh.code == 0);
  CHECK_THAT(fresh.out,
             Catch::Contains("replicate[3..14]  5 cells  0 references  at most 70 runs") &&
                 Catch::Contains("decided        0  of 5 cells\n") &&
                 Catch::Contains("to run at least 15, at most 70  est. at most "));
  REQUIRE(study.run({"--limit", "15"}).code == 0);
  const auto begun = study.skald({"status", "r.db"});
  CHECK_THAT(begun.err, Catch::Contains("open: 3 to 14 replicates until mean_bias is precise; ") &&
                            Catch::Contains(" of 5 cells decided"));
  REQUIRE(study.run().code == 0);
  const auto done = study.skald({"plan", "grid.json", "--db", "r.db"});
  CHECK_THAT(done.out, Catch::Contains("of 5 cells: ") && Catch::Contains("to run 0\n"));
  const auto status = study.skald({"status", "r.db", "--format", "csv"});
  const std::string runs = std::to_string(study.number("SELECT count(*) FROM runs"));
  CHECK_THAT(status.out, Catch::Contains("open,5," + runs + "," + runs + "," + runs + ",0,0,"));
  CHECK_THAT(status.err, Catch::Contains("5 of 5 cells decided"));
}

TEST_CASE("a grid with a fixed number of replicates shares its runs with an open one") {
  const Study study(grid(R"("replicates": 5)"));
  REQUIRE(study.run().code == 0);
  CHECK(study.number("SELECT count(*) FROM decisions") == 0);
  study.write(grid(kUntil));
  REQUIRE(study.run().code == 0);
  const Study open(grid(kUntil));
  REQUIRE(open.run().code == 0);
  CHECK(study.query("SELECT * FROM decisions ORDER BY cell") ==
        open.query("SELECT * FROM decisions ORDER BY cell"));
  // Runs beyond those that decided a cell remain: none is outdated, and prune removes none.
  CHECK(study.number("SELECT count(*) FROM all_runs WHERE NOT is_current") == 0);
  const std::int64_t runs = study.number("SELECT count(*) FROM runs");
  CHECK(study.skald({"prune", "r.db", "--yes"}).code == 0);
  CHECK(study.number("SELECT count(*) FROM runs") == runs);
  // With a fixed number again, the decisions disappear and the runs stay.
  study.write(grid(R"("replicates": 5)"));
  REQUIRE(study.run().code == 0);
  CHECK(study.number("SELECT count(*) FROM decisions") == 0);
  CHECK(study.number("SELECT count(*) FROM runs") == runs);
}

TEST_CASE("a larger limit goes on where a smaller one ended") {
  const Study study(grid(kRace)), straight(grid(R"("replicates": 26, "race": {"metric": "w2"})"));
  REQUIRE(study.run().code == 0);
  study.write(grid(R"("replicates": 26, "race": {"metric": "w2"})"));
  REQUIRE(study.run().code == 0);
  REQUIRE(straight.run().code == 0);
  CHECK(study.results() == straight.results());
}

TEST_CASE("merged databases keep decisions, and the next sweep works them out anew") {
  const Study one(grid(kUntil)), other(grid(kRace, "raced"));
  REQUIRE(one.run().code == 0);
  REQUIRE(other.run().code == 0);
  const auto merged = one.skald({"merge", "r.db", (other.folder() / "r.db").string()});
  INFO(merged.err);
  REQUIRE(merged.code == 0);
  CHECK(one.number("SELECT count(*) FROM decisions WHERE study = 'open'") == 5);
  CHECK(one.query("SELECT * FROM decisions WHERE study = 'raced' ORDER BY cell") ==
        other.query("SELECT * FROM decisions ORDER BY cell"));
}

TEST_CASE("forced anew, an open grid goes through its stages again") {
  const Study study(grid(kBoth));
  REQUIRE(study.run().code == 0);
  const std::string results = study.results();
  const std::string runs = std::to_string(study.number("SELECT count(*) FROM runs"));
  const auto forced = study.run({"--force", "-j", "3"});
  CHECK_THAT(forced.err, Catch::Contains("[" + runs + "/" + runs + "]"));
  CHECK(study.results() == results);
}

TEST_CASE("a cell whose runs all fail gets no more of them than the least number") {
  const Study study(walk_grid("how", R"(["not", "throw_int"])", R"("chains": 1)",
                              R"("replicates": {"min": 3, "max": 9,
                        "until": {"metric": "mean_bias", "half_width": 1e-9}},)"));
  const auto run = study.skald(walk_command("run", "r.db"));
  INFO(run.err);
  CHECK(run.code == 1);
  CHECK(study.query("SELECT d.reason, d.replicates, sum(r.status = 'ok') AS ok FROM decisions d "
                    "JOIN run_table r USING (cell) GROUP BY d.cell ORDER BY ok") ==
        "reason,replicates,ok\nno_value,3,0\nlimit,9,9\n");
}

TEST_CASE("events of an open grid say how many runs have come") {
  const Study study(grid(kUntil));
  const auto run = study.run({"--json"});
  CHECK(run.code == 0);
  CHECK_THAT(run.out, Catch::Contains(R"({"event":"start","version":1,"total":15,"cached":0})") &&
                          Catch::Contains(R"({"event":"more","runs":)"));
}

}  // namespace open_grid_test
