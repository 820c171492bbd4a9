// skald plan: what is there, what is not, and why.
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "skald_process.hpp"

using namespace skald::test;

namespace {

const std::vector<std::string> kMisbehaving{
    "--plugin-path", std::string(SKALD_HOST_PLUGINS) + "/runner", "--allow-writable-plugins"};

ProcessResult with_plugins(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), kMisbehaving.begin(), kMisbehaving.end());
  return run_skald(folder.path(), arguments);
}

std::string plan(const TemporaryFolder& folder) {
  const ProcessResult result = with_plugins(folder, {"plan", "grid.json", "--db", "results.db"});
  CHECK(result.code == 0);
  CHECK(result.err.empty());
  return result.out;
}

void run(const TemporaryFolder& folder, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"run", "grid.json", "--db", "results.db"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  with_plugins(folder, arguments);
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
                        Catch::Contains("from 2 short probes"));
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json"});
  run(folder, {"--limit", "10"});
  const std::string part = plan(folder);
  CHECK_THAT(part, Catch::Contains("  cached        10  ok 10\n") &&
                       Catch::Contains("  new           14  never run\n") &&
                       Catch::Contains("from 10 finished runs"));
  run(folder);
  CHECK_THAT(plan(folder), Catch::EndsWith("  cached        24  ok 24\nto run 0\n"));
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
                 Catch::Contains("  failed         2  crashed 1, failed 1; skald run --retry") &&
                 Catch::Contains("  excluded       1  cells") &&
                 Catch::Contains("  twice          1  cells"));
}
