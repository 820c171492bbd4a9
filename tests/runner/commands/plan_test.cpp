// skald plan: which runs are stored, which are not, and why.
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"

namespace plan_test {

using namespace skald;
using namespace skald::test;

namespace {

std::string plan(const TemporaryFolder& folder, const std::vector<std::string>& more = {}) {
  const ProcessResult result = run_skald(folder.path(), walk_command("plan", "results.db", more));
  CHECK(result.code == 0);
  CHECK(result.err.empty());
  return result.out;
}

void run(const TemporaryFolder& folder, const std::vector<std::string>& more = {}) {
  run_skald(folder.path(), walk_command("run", "results.db", more));
}

}  // namespace

TEST_CASE("plan counts what is there and what is new, and estimates from a probe or from runs") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  const std::string fresh = plan(folder);
  CHECK_THAT(fresh, Catch::StartsWith("grid small  sampler[2] x K[2] x ") &&
                        Catch::Contains("replicate[2]  12 cells  0 references  24 runs\n") &&
                        Catch::Contains("  new           24  never run\n") &&
                        Catch::Contains("to run 24  est. ") &&
                        Catch::Contains("from short runs of 2 samplers"));
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json"});
  run(folder, {"--limit", "10"});
  const std::string part = plan(folder);
  CHECK_THAT(part, Catch::Contains("  cached        10  ok 10\n") &&
                       Catch::Contains("  new           14  never run\n") &&
                       Catch::Contains("from 10 finished runs"));
  run(folder);
  CHECK_THAT(plan(folder), Catch::EndsWith("  cached        24  ok 24\nto run 0\n"));
}

TEST_CASE("plan says the same to programs") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  run(folder, {"--limit", "10"});
  const boost::json::object told = boost::json::parse(plan(folder, {"--json"})).as_object();
  CHECK(told.at("grid") == "small");
  CHECK(told.at("database") == "results.db");
  CHECK(told.at("axes").at("sampler") == 2);
  CHECK(told.at("replicates") == "2");
  CHECK(told.at("cells") == 12);
  CHECK(told.at("references") == 0);
  CHECK(told.at("runs") == 24);
  CHECK(told.at("cached") == boost::json::object{{"ok", 10}});
  CHECK(told.at("new") == 14);
  CHECK(told.at("stale") == boost::json::object{});
  CHECK(told.at("failed") == boost::json::object{});
  CHECK(told.at("to_run") == 14);
  CHECK(told.at("to_run_at_most") == 14);
  CHECK(told.at("workers").to_number<int>() >= 1);
  CHECK(told.at("seconds").to_number<double>() > 0);
  CHECK(told.at("bytes").to_number<double>() > 0);
  run(folder);
  const boost::json::object done = boost::json::parse(plan(folder, {"--json"})).as_object();
  CHECK(done.at("to_run") == 0);
  CHECK_FALSE(done.contains("seconds"));
}

TEST_CASE("plan says which option or data changed since a run was made") {
  const TemporaryFolder folder;
  const std::string grid = walk_grid("phase", "[0, 1, 2]");
  folder.write("grid.json", grid);
  run(folder);
  folder.write("grid.json", with(grid, R"("iterations": 60)", R"("iterations": 80)"));
  CHECK_THAT(plan(folder), Catch::Contains("  stale          3  run.iterations: 60 -> 80\n"));
  folder.write("grid.json", with(grid, R"("seed": 1)", R"("seed": 2)"));
  CHECK_THAT(plan(folder), Catch::Contains("  stale          3  seed: 1 -> 2\n"));
  folder.write("grid.json", walk_grid("phase", "[0, 1, 2, 3]"));
  CHECK_THAT(plan(folder), Catch::Contains("  cached         3  ok 3\n") &&
                               Catch::Contains("  new            1  never run\n"));
}

TEST_CASE("plan says whose numerics changed since a run was made") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0, 1, 2]"));
  run(folder);
  // Pretend that the runs were made with revision 0 of the sampler; their identities then differ.
  edit(folder / "results.db",
       "UPDATE cells SET hash = 'other-' || id, canonical_json = json_set(canonical_json, "
       "'$.sampler.numerics_revision', 0); UPDATE runs SET hash = 'other-' || id");
  CHECK_THAT(plan(folder),
             Catch::Contains("  stale          3  sampler.numerics_revision: 0 -> 1\n"));
}

TEST_CASE("plan takes the choices of run") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["not", "abort", "nan"])"));
  run(folder);
  CHECK_THAT(plan(folder), Catch::EndsWith("to run 0\n"));
  CHECK_THAT(plan(folder, {"--retry", "crashed"}), Catch::Contains("to run 1  est. "));
  CHECK_THAT(plan(folder, {"--retry", "crashed,diverged"}), Catch::Contains("to run 2  est. "));
  CHECK_THAT(plan(folder, {"--force"}), Catch::Contains("to run 3  est. "));
  CHECK_THAT(plan(folder, {"--force", "--limit", "2"}), Catch::Contains("to run 2  est. "));
  CHECK_THAT(plan(folder, {"--only", "ffffffffff"}), Catch::EndsWith("to run 0\n"));
}

TEST_CASE("plan sees that a data file has another content") {
  const TemporaryFolder folder;
  std::string rows = "x,y\n";
  for (int i = 0; i < 40; ++i) {
    rows += std::to_string(i * 7 % 11) + "," + std::to_string(i % 2) + "\n";
  }
  folder.write("data.csv", rows);
  folder.write("grid.json", R"({ "name": "data", "seed": 1,
    "dataset": {"plugin": "csv", "path": "data.csv", "target": "y"},
    "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
    "sampler": {"plugin": "ula", "step": 1e-3}, "run": {"iterations": 20}, "metrics": ["nll"] })");
  run(folder);
  CHECK_THAT(plan(folder), Catch::Contains("  cached         1  ok 1\n"));
  folder.write("data.csv", rows + "3,1\n");
  CHECK_THAT(plan(folder), Catch::Contains("  stale          1  data data.csv: "));
}

TEST_CASE("plan names failures, exclusions and cells declared twice") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               walk_grid("how", R"(["not", "abort", "nan", "throw_int", "exit", "not"])", "",
                         R"("exclude": [{"how": "exit"}],)"));
  run(folder);
  CHECK_THAT(plan(folder),
             Catch::Contains("  cached         2  diverged 1, ok 1\n") &&
                 Catch::Contains(
                     "  failed         2  crashed 1, failed 1; skald run --retry crashed,failed "
                     "does them again\n") &&
                 Catch::Contains("  excluded       1  cells") &&
                 Catch::Contains("  twice          1  cells"));
  CHECK(count_runs(folder / "results.db") == 4);
}

TEST_CASE("plan tells how wide the noise of private cells is, and warns where it rules") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({"name": "noisy", "seed": 1, "dataset": {"plugin": "titanic"},
      "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
      "sampler": {"plugin": "fedavg", "clip": 1, "batch": 300, "lr": 0.1},
      "privacy": {"plugin": "gaussian", "eps": 3}, "run": {"rounds": 50},
      "metrics": ["accuracy"], "axes": [{"K": [1, 2, 3, 4, 5, 6, 7]}]})");
  const std::string text = plan(folder);
  const std::size_t first = text.find("eps 3         K=1"), second = text.find("eps 3         K=2");
  REQUIRE(first < second);
  CHECK_THAT(text.substr(first, second - first),
             Catch::Contains("at delta 1e-05: one record against the server") &&
                 Catch::Contains("Each client adds the noise") &&
                 Catch::Contains("noise multiplier") && Catch::Contains("sensitivity 0.000667") &&
                 !Catch::Contains("noise rules"));
  CHECK_THAT(text.substr(second), Catch::Contains("! noise rules") &&
                                      Catch::EndsWith("... and 1 more: skald account grid "
                                                      "grid.json\n"));
}

}  // namespace plan_test
