// Sweeps that are divided into shares, from the command line.
#include "grids.hpp"
#include "sweep/grid_folder.hpp"
#include "test.hpp"

namespace {

const std::string kReferences = R"({ "name": "compared", "seed": 1, "replicates": 4,
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
  "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= step_bound / 25"},
  "run": {"iterations": 200, "chains": 2, "record_every": 100},
  "reference": {"sampler": {"plugin": "ula", "step": "= step_bound / 25"}},
  "metrics": ["w2", "reference_run_sliced_w2"],
  "axes": [{"K": [2, 5, 20]}] })";

const std::string kRace = R"({ "name": "raced", "seed": 1, "replicates": 14,
  "race": {"metric": "w2", "by": ["K"]},
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2},
  "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= step_bound / 25"},
  "run": {"iterations": 200, "chains": 2, "record_every": 100},
  "metrics": ["w2"],
  "axes": [{"K": [2, 5, 10, 20, 50], "rho": [0, 0.5, 1]}] })";

// Returns what the grid computes and decides without shares.
std::string whole(const std::string& grid) {
  const GridFolder study(grid);
  REQUIRE(study.run({"-j", "2"}).code == 0);
  return study.reader().results_hash() + study.query("SELECT * FROM decisions ORDER BY cell");
}

// Does the shares one after another, each in a database of its own, merges these, and returns the
// same of the merged one.
std::string in_shares(const std::string& grid, int n) {
  const GridFolder study(grid);
  std::vector<std::string> merge{"merge", "all.db"};
  for (int i = 1; i <= n; ++i) {
    const std::string name = std::to_string(i) + "/" + std::to_string(n);
    const std::string part = "part" + std::to_string(i) + ".db";
    const auto run = study.skald({"run", "grid.json", "--db", part, "--shard", name, "-j", "2"});
    INFO(run.err);
    REQUIRE(run.code == 0);
    CHECK_THAT(run.err, Catch::Contains("share " + name + ": "));
    merge.push_back(part);
  }
  REQUIRE(study.skald(merge).code == 0);
  const auto again = study.skald({"run", "grid.json", "--db", "all.db"});
  CHECK_THAT(again.err, Catch::Contains("[0/0]"));
  store::StoreReader merged(study.folder() / "all.db");
  return merged.results_hash() +
         report::format_table(merged.query("SELECT * FROM decisions ORDER BY cell"),
                              report::TableFormat::csv);
}

}  // namespace

TEST_CASE("the shares of a grid together are the grid") {
  CHECK(in_shares(kFourAxes, 5) == whole(kFourAxes));
  CHECK(in_shares(kReferences, 3) == whole(kReferences));
}

TEST_CASE("groups of cells that compete are shared as a whole, and decide the same") {
  CHECK(in_shares(kRace, 3) == whole(kRace));
  const std::string halving =
      with(kRace, R"("by": ["K"])",
           R"("by": ["K"], "method": "successive_halving", "eta": 2, "first_rung": 50)");
  CHECK(in_shares(halving, 2) == whole(halving));
  const GridFolder study(kRace);
  const auto refused = study.run({"--shard", "2/4"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("4 shares are too many for the grid raced") &&
                              Catch::Contains("at most 3 are possible"));
  CHECK_FALSE(std::filesystem::exists(study.folder() / "r.db"));
}

TEST_CASE("plan counts the runs of a share, and those of others stay out of it") {
  const GridFolder study(kFourAxes);
  REQUIRE(study.run({"--shard", "2/3"}).code == 0);
  const auto first = study.skald({"plan", "grid.json", "--db", "r.db", "--shard", "1/3"});
  CHECK_THAT(first.out, Catch::Contains("share 1/3: 8 of 24 runs\n") &&
                            Catch::Contains("  new            8  never run\n") &&
                            Catch::Contains("to run 8  est. "));
  const auto second = study.skald({"plan", "grid.json", "--db", "r.db", "--shard", "2/3"});
  CHECK_THAT(second.out, Catch::Contains("  cached         8  ok 8\nto run 0\n"));
  const auto done = study.run({"--shard", "2/3"});
  CHECK_THAT(done.err, Catch::Contains("[0/0]") && Catch::Contains("cached 8"));
  CHECK(study.skald({"plan", "grid.json", "--shard", "4/3"}).code == 2);
}

TEST_CASE("a failure outside of the share is not its failure") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["not", "abort"])"));
  std::vector<int> codes;
  for (const char* share : {"1/2", "2/2", "1/2", "2/2"}) {
    codes.push_back(run_skald(folder.path(), walk_command("run", "r.db", {"--shard", share})).code);
  }
  CHECK(codes[0] + codes[1] == 1);
  CHECK(codes[2] == codes[0]);
  CHECK(codes[3] == codes[1]);
}

TEST_CASE("a file of a share names runs, and is refused once the grid lacks some") {
  const GridFolder study(kFourAxes);
  REQUIRE(study.run({"--limit", "3"}).code == 0);
  const auto hashes = study.reader().query("SELECT hash FROM runs ORDER BY id");
  const auto hash = [&](std::size_t i) { return std::get<std::string>(hashes.rows[i][0]); };
  const std::string file = R"({"skald_share": 1, "grid": "small", "document": "of another text",
    "share": 2, "of": 7, "job": 12, "runs": [")" +
                           hash(2) + R"(", ")" + hash(0) + R"("]})";
  study.folder().write("two.json", file);
  const auto run = study.skald({"run", "grid.json", "--db", "two.db", "--share", "two.json"});
  CHECK(run.code == 0);
  CHECK_THAT(run.err, Catch::Contains("share 2/7: 2 of 24 runs") && Catch::Contains("[2/2]"));

  study.folder().write("gone.json", with(file, hash(2), std::string(64, 'a')));
  const auto gone = study.skald({"run", "grid.json", "--db", "gone.db", "--share", "gone.json"});
  CHECK(gone.code == 2);
  CHECK_THAT(gone.err, Catch::Contains(
                           "gone.json: 1 of the 2 runs of share 2/7 are not in the grid small: its "
                           "text has changed since the share was written"));
  CHECK_FALSE(std::filesystem::exists(study.folder() / "gone.db"));

  const std::vector<std::pair<std::string, std::string>> wrong{
      {with(file, "\"small\"", "\"other\""), "is a share of the grid other, not of small"},
      {with(file, "\"skald_share\": 1", "\"skald_share\": 2"), "has version 2 of this format"},
      {with(file, "\"share\": 2", "\"share\": 8"), "\"share\""},
      {file.substr(0, file.size() / 2), "cannot be read as a share of a grid"},
      {"", "cannot be read as a share of a grid"}};
  for (const auto& [text, message] : wrong) {
    study.folder().write("wrong.json", text);
    const auto refused = study.run({"--share", "wrong.json"});
    INFO(text);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::Contains(message));
  }
  CHECK(study.run({"--share", "two.json", "--shard", "1/2"}).code == 2);
}
