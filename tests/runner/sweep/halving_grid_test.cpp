// Grids whose settings race by successive halving, from the command line.
#include "grids.hpp"
#include "sweep/grid_folder.hpp"
#include "test.hpp"

namespace halving_grid_test {

namespace {

// Nine settings over K, three replicates each. `run` gives their length and `race` their race.
std::string grid(const std::string& race, const std::string& run = R"("iterations": 400)",
                 const std::string& more = "") {
  return R"({ "name": "halved", "seed": 1, "replicates": 3, )" + race + R"(
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
  "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= step_bound / 25"},
  "run": {)" +
         run + R"(, "chains": 2, "record_every": 10)" + more + R"(},
  "metrics": ["w2", "mean_bias", "rounds"],
  "axes": [{"K": [1, 2, 4, 5, 8, 10, 20, 25, 40]}] })";
}

// Rungs at 40, 120 and 360; the numbers of settings are 9, 3, 1, 1.
const std::string kRace =
    R"("race": {"metric": "w2", "method": "successive_halving", "eta": 3, "first_rung": 40},)";
const std::string kRounds =
    R"("race": {"metric": "w2", "method": "successive_halving", "eta": 2, "first_rung": 4},)";

class Study : public GridFolder {
 public:
  using GridFolder::GridFolder;

  std::string decisions() const { return query("SELECT * FROM decisions ORDER BY study, cell"); }
  // All that the sweep has computed and decided.
  std::string results() const {
    return reader().results_hash() + decisions() +
           query("SELECT run, metric, unit, rung, value FROM rungs ORDER BY run, rung");
  }
  // Every recorded number of the runs of the cell.
  std::string numbers(const std::string& cell) const {
    return query(
        "SELECT r.hash, m.name, p.iteration, p.value FROM points p JOIN runs r ON r.id = p.run "
        "JOIN metrics m ON m.id = p.metric JOIN cells c ON c.id = r.cell WHERE c.hash = '" +
        cell + "' ORDER BY 1, 2, 3");
  }
  std::string winner() const {
    return std::get<std::string>(
        reader().query("SELECT cell FROM decisions WHERE reason = 'limit'").rows.at(0).at(0));
  }
  bool has_checkpoints() const { return std::filesystem::exists(folder() / "r.db.checkpoints"); }
  std::int64_t files_of_draws() const {
    const std::filesystem::directory_iterator files(folder() / "r.db.samples");
    return std::distance(begin(files), end(files));
  }
  void lose_checkpoints() const { std::filesystem::remove_all(folder() / "r.db.checkpoints"); }
};

}  // namespace

TEST_CASE("halving gives the same for any number of workers, and its winner is untouched") {
  for (const auto& [race, run] : {std::pair(kRace, std::string(R"("iterations": 400)")),
                                  std::pair(kRounds, std::string(R"("rounds": 20)"))}) {
    INFO(race);
    const Study one(grid(race, run)), four(grid(race, run)), all(grid("", run));
    const auto first = one.run({"-j", "1"});
    INFO(first.err);
    REQUIRE(first.code == 0);
    REQUIRE(four.run({"-j", "4"}).code == 0);
    CHECK(one.results() == four.results());
    // Only the winner has ended; the others have left neither runs nor checkpoints.
    CHECK(one.number("SELECT count(*) FROM runs") == 3);
    CHECK(one.number("SELECT count(*) FROM decisions WHERE reason = 'halved'") == 8);
    CHECK(one.number("SELECT count(*) FROM events WHERE kind = 'resumed'") == 3);
    CHECK_FALSE(one.has_checkpoints());
    CHECK_THAT(first.err, Catch::Contains("[3/3]"));
    CHECK_THAT(one.run().err, Catch::Contains("[0/0]"));
    CHECK(one.results() == four.results());
    REQUIRE(all.run({"-j", "2"}).code == 0);
    const std::string numbers = one.numbers(one.winner());
    CHECK(numbers == all.numbers(one.winner()));
    CHECK(numbers.size() > 1000);
    // With all its runs ended already, a grid decides the same.
    all.write(grid(race, run));
    CHECK_THAT(all.run().err, Catch::Contains("[0/0]"));
    CHECK(all.decisions() == one.decisions());
  }
}

TEST_CASE("the settings that go on from a rung are the best by their means there") {
  const Study study(grid(kRace));
  REQUIRE(study.run({"-j", "2"}).code == 0);
  CHECK(study.number("SELECT count(*) FROM rungs WHERE rung = 40") == 27);
  CHECK(study.number("SELECT count(*) FROM rungs WHERE rung = 120") == 9);
  CHECK(study.number("SELECT count(*) FROM rungs WHERE rung = 360") == 0);
  CHECK(study.query("SELECT rung, count(*) FROM decisions GROUP BY 1 ORDER BY 1") ==
        "rung,count(*)\n,1\n40,6\n120,2\n");
  // Smaller is better: the worst that goes on is the threshold of those that do not.
  CHECK(study.number("SELECT count(*) FROM decisions WHERE reason = 'halved' AND NOT statistic >= "
                     "threshold") == 0);
  CHECK(study.number("SELECT count(DISTINCT threshold) FROM decisions WHERE rung = 40") == 1);
  // The stopped ones, worked out from the values at the rung by other means.
  CHECK(study.query("SELECT hash FROM rungs JOIN cells ON id = cell WHERE rung = 40 GROUP BY hash "
                    "ORDER BY avg(value) DESC LIMIT 6") ==
        study.query("SELECT cell AS hash FROM decisions WHERE rung = 40 ORDER BY statistic DESC"));
  CHECK(
      study.number("SELECT count(*) FROM decisions d WHERE reason = 'halved' AND abs(statistic - "
                   "(SELECT avg(value) FROM rungs r JOIN cells ON id = r.cell WHERE hash = d.cell "
                   "AND r.rung = d.rung)) > 1e-12") == 0);
}

TEST_CASE("a race by halving that is killed after every store ends the same") {
  const Study whole(grid(kRace));
  REQUIRE(whole.run({"-j", "2"}).code == 0);
  for (const bool loses : {false, true}) {
    for (const char* moment : {"committed:1", "commit_begun:2"}) {
      INFO(moment << (loses ? ", checkpoints lost" : ""));
      const Study killed(grid(kRace));
      int kills = 0;
      for (int code = -1; code != 0 && kills < 25;) {
        ::setenv("SKALD_CRASH_AT", moment, 1);
        code = killed.run({"-j", "2"}).code;
        ::unsetenv("SKALD_CRASH_AT");
        kills += code == -1;
        if (loses) killed.lose_checkpoints();
      }
      CHECK(kills > 2);
      REQUIRE(killed.run({"-j", "3"}).code == 0);
      CHECK(killed.results() == whole.results());
      CHECK_FALSE(killed.has_checkpoints());
    }
  }
}

TEST_CASE("a race by halving goes on after --limit, and again with --force") {
  const Study whole(grid(kRace)), pieces(grid(kRace));
  REQUIRE(whole.run({"-j", "2"}).code == 0);
  for (int times = 0; times < 12; ++times) REQUIRE(pieces.run({"--limit", "4"}).code == 0);
  CHECK(pieces.results() == whole.results());
  REQUIRE(pieces.run({"--force"}).code == 0);
  CHECK(pieces.results() == whole.results());
}

TEST_CASE("a setting that diverges is the worst at every rung it does not reach") {
  // With this bound, chains diverge where steps are long: a replicate of the winner need not.
  const Study study(grid(kRace, R"("iterations": 400)", R"(, "divergence_bound": 1e-6)"));
  REQUIRE(study.run({"-j", "2"}).code == 0);
  CHECK(study.number("SELECT count(*) FROM runs WHERE status = 'diverged'") == 27);
  CHECK(study.number("SELECT count(*) FROM decisions WHERE reason = 'halved' AND statistic IS "
                     "NULL") == 8);
  // Ties go to the earlier setting.
  CHECK(study.number("SELECT K FROM run_table WHERE cell = (SELECT cell FROM decisions WHERE "
                     "reason = 'limit') LIMIT 1") == 1);
}

TEST_CASE("a race by halving with references and kept draws leaves what a grid without it does") {
  const auto with = [](const std::string& race) {
    return R"({ "name": "halved", "seed": 1, "replicates": 2, )" + race + R"(
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
  "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= step_bound / 25"},
  "run": {"iterations": 200, "chains": 2, "record_every": 10, "keep_samples": true},
  "reference": {"sampler": {"plugin": "ula", "step": "= step_bound / 25"}},
  "metrics": ["w2", "reference_run_sliced_w2"],
  "axes": [{"K": [1, 2, 5, 10, 20]}] })";
  };
  const Study raced(with(kRace)), all(with(""));
  REQUIRE(raced.run({"-j", "2"}).code == 0);
  REQUIRE(all.run({"-j", "2"}).code == 0);
  CHECK(raced.number("SELECT count(*) FROM decisions") == 5);
  // The reference and the winner, two replicates each.
  CHECK(raced.number("SELECT count(*) FROM runs") == 4);
  CHECK(raced.numbers(raced.winner()) == all.numbers(raced.winner()));
  const std::string draws =
      "SELECT content FROM artifacts a JOIN runs r ON r.id = a.run JOIN cells c ON c.id = r.cell "
      "WHERE a.name = 'samples' AND c.hash = '" +
      raced.winner() + "' ORDER BY r.replicate";
  CHECK(raced.query(draws) == all.query(draws));
  CHECK(raced.number("SELECT count(*) FROM artifacts WHERE name = 'samples'") == 4);
  CHECK(raced.files_of_draws() == 4);
}

TEST_CASE("plan and status tell of the rungs") {
  const Study study(grid(kRace));
  // (27 * 40 + 9 * 80 + 3 * 240 + 3 * 40) / (27 * 400).
  const auto plan = study.skald({"plan", "grid.json", "--db", "r.db"});
  CHECK_THAT(plan.out, Catch::Contains("27 runs to 40 iterations, 9 to 120, 3 to 360, 3 to the end "
                                       "at 400: at most 24 % of the iterations of all runs"));
  REQUIRE(study.run({"-j", "2"}).code == 0);
  const auto status = study.skald({"status", "r.db", "--format", "csv"});
  CHECK_THAT(status.out, Catch::Contains("halved,9,3,3,3,"));
  CHECK_THAT(status.err, Catch::Contains("race by w2 by successive halving; 9 of 9 cells decided "
                                         "(halved 8, limit 1"));
  CHECK_THAT(study.skald({"compare", "r.db"}).err + study.skald({"compare", "r.db"}).out,
             Catch::Contains("successive halving"));
}

}  // namespace halving_grid_test
