// show, rerun, status, merge, doctor: commands on stored runs.
#include <boost/json.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "skald_process.hpp"
#include "store/seals/run_seals.hpp"
#include "store/store_reader.hpp"

using namespace skald;
using namespace skald::test;

namespace {

const std::vector<std::string> kMisbehaving{
    "--plugin-path", std::string(SKALD_HOST_PLUGINS) + "/runner", "--allow-writable-plugins"};

ProcessResult run_with_plugins(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), kMisbehaving.begin(), kMisbehaving.end());
  return run_skald(folder.path(), arguments);
}

// Runs a grid with a reference: ula compared with a longer ula.
void run_compared(const TemporaryFolder& folder) {
  folder.write("grid.json", R"json({ "name": "compared", "seed": 5, "replicates": 2,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
  "model": {"plugin": "logistic"}, "sampler": {"plugin": "ula", "step": "= 1 / (n * N)"},
  "run": {"iterations": 100},
  "metrics": ["nll", "total_variation", "reference_run_hpd_absolute_error"],
  "reference": {
  "run" : { "iterations" : 300 }
}
})json");
  const auto result = run_skald(folder.path(), {"run", "grid.json", "--db", "results.db"});
  INFO(result.err);
  REQUIRE(result.code == 0);
}

std::string hash_of(const TemporaryFolder& folder, const std::string& where) {
  return std::get<std::string>(store::StoreReader(folder / "results.db")
                                   .query("SELECT hash FROM run_table WHERE " + where)
                                   .rows.at(0)
                                   .at(0));
}

}  // namespace

TEST_CASE("show prints everything that made a run") {
  const TemporaryFolder folder;
  run_compared(folder);
  const std::string hash = hash_of(folder, "nll IS NOT NULL AND total_variation IS NOT NULL");
  const ProcessResult result = run_skald(folder.path(), {"show", "results.db", hash.substr(0, 10)});
  CHECK(result.code == 0);
  for (const std::string& text :
       {hash, std::string("status           ok"), std::string("git_commit"),
        std::string("instruction_set"), std::string("compiler"), std::string("\"sha256\""),
        std::string("peak_memory"), std::string("\"sampler.step\""), std::string("cpu_seconds"),
        std::string("canonical_json"), std::string("total_variation")}) {
    INFO(text);
    CHECK(result.out.find(text) != std::string::npos);
  }
  const auto json = boost::json::parse(
      run_skald(folder.path(), {"show", "results.db", hash, "--format", "json"}).out);
  CHECK(json.as_array().at(0).at("hash").as_string() == hash);
  CHECK(run_skald(folder.path(), {"show", "results.db", "ffff00"}).code == 2);
  CHECK_THAT(run_skald(folder.path(), {"show", "results.db", "x' OR '1"}).err,
             Catch::Contains("is no hash of a run"));
}

TEST_CASE("rerun reproduces every number, references included, and stores nothing") {
  const TemporaryFolder folder;
  run_compared(folder);
  const std::string before = store::StoreReader(folder / "results.db").results_hash();
  for (const char* where : {"total_variation IS NOT NULL", "total_variation IS NULL"}) {
    const std::string hash = hash_of(folder, where);
    const ProcessResult result = run_skald(folder.path(), {"rerun", "results.db", hash});
    INFO(result.err << result.out);
    CHECK(result.code == 0);
    CHECK_THAT(result.out, Catch::StartsWith(hash.substr(0, 12) + ": identical, "));
  }
  CHECK(store::StoreReader(folder / "results.db").results_hash() == before);
}

TEST_CASE("rerun does the start again too") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"json({ "name": "started", "seed": 5,
  "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
  "model": {"plugin": "logistic"}, "sampler": {"plugin": "fald", "K": 5, "step": "= 1 / (n * N)"},
  "start": {"sampler": {"plugin": "fedavg", "K": 5, "batch": 10, "lr": "= 20 / n"},
            "run": {"rounds": "= 4 * K"}},
  "run": {"iterations": 100}, "metrics": ["nll", "rounds"]
})json");
  const auto result = run_skald(folder.path(), {"run", "grid.json", "--db", "results.db"});
  INFO(result.err);
  REQUIRE(result.code == 0);
  const std::string hash = hash_of(folder, "rounds = 40");  // 20 of the start
  const ProcessResult again = run_skald(folder.path(), {"rerun", "results.db", hash});
  INFO(again.err << again.out);
  CHECK(again.code == 0);
  CHECK_THAT(again.out, Catch::StartsWith(hash.substr(0, 12) + ": identical, "));
  const ProcessResult shown = run_skald(folder.path(), {"show", "results.db", hash});
  CHECK_THAT(shown.out, Catch::Contains("\"start.sampler.lr\"") &&
                            Catch::Contains("the start took 20 rounds"));
}

TEST_CASE("rerun takes its limits from the command line, and not from the database") {
  const TemporaryFolder folder;
  run_compared(folder);
  const std::string hash = hash_of(folder, "total_variation IS NULL");
  const ProcessResult of_memory =
      run_skald(folder.path(), {"rerun", "results.db", hash, "--max-memory", "1MB"});
  INFO(of_memory.out << of_memory.err);
  CHECK(of_memory.code == 4);
  CHECK_THAT(of_memory.out,
             Catch::Contains("out_of_memory now") && Catch::Contains("--max-memory gives it more"));
  {
    store::Connection connection(folder / "results.db", store::Access::write,
                                 std::chrono::seconds(5));
    connection.execute("UPDATE runs SET wall_seconds = 1e300");
    store::seal_runs(connection);
  }
  const ProcessResult of_time = run_skald(folder.path(), {"rerun", "results.db", hash});
  CHECK(of_time.code == 2);
  CHECK_THAT(of_time.err, Catch::Contains("may take 600 s: --max-seconds"));
}

TEST_CASE("rerun says where numbers differ") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  REQUIRE(run_with_plugins(folder, {"run", "grid.json", "--db", "results.db"}).code == 0);
  const std::string hash = hash_of(folder, "phase = 0.5");
  CHECK(run_with_plugins(folder, {"rerun", "results.db", hash}).code == 0);
  {
    store::Connection connection(folder / "results.db", store::Access::write,
                                 std::chrono::seconds(5));
    connection.execute(
        "UPDATE points SET value = value * 2 WHERE iteration = 40 AND metric = "
        "(SELECT id FROM metrics WHERE name = 'mean_bias')");
    store::RunSeals(connection).seal(connection.integer("SELECT id FROM runs"));
  }
  const ProcessResult result = run_with_plugins(folder, {"rerun", "results.db", hash});
  CHECK(result.code == 4);
  CHECK_THAT(result.out,
             Catch::Contains("not identical") && Catch::Contains("mean_bias: at iteration 40: "));
}

TEST_CASE("merge joins two halves of a sweep, and once is enough") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", R"({"range": [0, 9, 1]})"));
  REQUIRE(run_with_plugins(folder, {"run", "grid.json", "--db", "whole.db"}).code == 0);
  REQUIRE(run_with_plugins(folder, {"run", "grid.json", "--db", "a.db", "--limit", "4"}).code == 0);
  folder.write("rest.json", walk_grid("phase", R"({"range": [4, 9, 1]})"));
  REQUIRE(run_with_plugins(folder, {"run", "rest.json", "--db", "b.db"}).code == 0);
  CHECK(run_skald(folder.path(), {"merge", "a.db", "b.db"}).out ==
        "b.db: 6 runs added, 0 failures replaced by results, 0 already here\n");
  CHECK(run_skald(folder.path(), {"merge", "a.db", "b.db"}).out ==
        "b.db: 0 runs added, 0 failures replaced by results, 6 already here\n");
  CHECK(store::StoreReader(folder / "a.db").results_hash() ==
        store::StoreReader(folder / "whole.db").results_hash());
}

TEST_CASE("status counts runs, doctor finds a damaged database") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["not", "nan", "abort"])"));
  CHECK(run_with_plugins(folder, {"run", "grid.json", "--db", "results.db"}).code == 1);
  const ProcessResult status =
      run_skald(folder.path(), {"status", "results.db", "--format", "csv"});
  CHECK_THAT(status.out,
             Catch::Contains(
                 "study,cells,runs,declared,ok,diverged,failed,last_ended\nwalk,3,3,3,1,1,1,"));
  CHECK_THAT(status.err, Catch::Contains("nobody is writing it"));

  const ProcessResult good = run_skald(folder.path(), {"doctor", "results.db"});
  CHECK_THAT(good.out, Catch::Contains("integrity_check finds no damage") &&
                           Catch::Contains("plugins       ") && !Catch::Contains("BAD  structure"));
  std::FILE* file = std::fopen((folder / "results.db").c_str(), "r+b");
  REQUIRE(file != nullptr);
  std::fseek(file, 5 * 4096, SEEK_SET);
  const std::string garbage(8192, '\x5a');
  std::fwrite(garbage.data(), 1, garbage.size(), file);
  std::fclose(file);
  CHECK(run_skald(folder.path(), {"doctor", "results.db"}).code != 0);
}

TEST_CASE("status says of how many declared runs those are that are there") {
  const TemporaryFolder folder;
  folder.write("grid.json", with(walk_grid("phase", R"({"range": [0, 8, 1]})"), R"("seed": 1,)",
                                 R"("seed": 1, "replicates": 6,)"));
  REQUIRE(
      run_with_plugins(folder, {"run", "grid.json", "--db", "results.db", "--limit", "20"}).code ==
      0);
  CHECK_THAT(run_skald(folder.path(), {"status", "results.db", "--format", "csv"}).out,
             Catch::StartsWith("study,cells,runs,declared,ok,diverged,failed,last_ended\n"
                               "walk,9,20,54,20,0,0,"));
}

TEST_CASE("compare counts in n what its means are of") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["not", "abort"])"));
  CHECK(run_with_plugins(folder, {"run", "grid.json", "--db", "results.db"}).code == 1);
  const std::string out = run_skald(folder.path(), {"compare", "results.db", "--metric",
                                                    "mean_bias,gradient_evaluations"})
                              .out;
  CHECK_THAT(out, Catch::StartsWith("walk: 2 runs; mean ± half width of the 95 % interval over "
                                    "replicates\n* best\n") &&
                      Catch::Contains("gradient_evaluations [gradient]  n  failed\n") &&
                      Catch::Contains("-                                0       1\n"));
}

TEST_CASE("compare averages settings within a replicate, and marks no cheapest one") {
  const TemporaryFolder folder;
  folder.write("grid.json", with(with(walk_grid("phase", "[0, 1, 2]"), R"("seed": 1,)",
                                      R"("seed": 1, "replicates": 3,)"),
                                 R"({"phase")", R"({"at": [70, 80], "phase")"));
  REQUIRE(run_with_plugins(folder, {"run", "grid.json", "--db", "results.db"}).code == 0);
  const std::string out =
      run_skald(folder.path(), {"compare", "results.db", "--over", "phase"}).out;
  CHECK_THAT(out,
             Catch::StartsWith("walk: 18 runs; phase averaged within each replicate; mean ± half "
                               "width of the 95 % interval over replicates, n = 3\n* best"));
  const auto rows = boost::json::parse(
      run_skald(folder.path(), {"compare", "results.db", "--over", "phase", "--format", "json"})
          .out);
  for (const auto& row : rows.as_array()) {
    CHECK(row.at("runs") == 9);
    CHECK(row.at("mean_bias_n") == 3);
  }
  const std::string costs = run_skald(folder.path(), {"compare", "results.db", "--metric",
                                                      "gradient_evaluations,bits_up,eps_spent"})
                                .out;
  CHECK(costs.find('*') == std::string::npos);
  CHECK(costs.find('~') == std::string::npos);
}

TEST_CASE("an option of some samplers alone is one column of run_table") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "when", "seed": 1,
    "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "fald", "step": 1e-3},
    "run": {"iterations": 12}, "metrics": ["mean_bias"],
    "axes": [{"sampler.plugin": ["fald", "ula"]},
             {"when": {"sampler.plugin": "fald"}, "K": [2, 3]}] })");
  REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "results.db"}).code == 0);
  const store::StoreReader reader(folder / "results.db");
  for (const std::string& column : reader.query("run_table").columns) {
    CHECK(column.find('#') == std::string::npos);
  }
  CHECK(reader.query("SELECT K FROM run_table ORDER BY K").rows ==
        std::vector<std::vector<record::SqlValue>>{
            {record::SqlValue()}, {std::int64_t{2}}, {std::int64_t{3}}});
}
