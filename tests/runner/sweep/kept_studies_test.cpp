// Several studies in one database, and studies whose grid or data change: nothing that is stored is
// overwritten, and every study shows its own runs.
#include <string>

#include "catch.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"

namespace kept_studies_test {

using namespace skald;
using namespace skald::test;

namespace {

std::string grid(const std::string& name, int seed, int replicates = 3) {
  return R"({"name": ")" + name + R"(", "seed": )" + std::to_string(seed) + R"(, "replicates": )" +
         std::to_string(replicates) + R"(,
    "dataset": {"plugin": "csv", "path": "my.csv", "target": "y"},
    "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
    "sampler": {"plugin": "sgld", "step": 0.01, "batch": 4},
    "run": {"iterations": 40, "chains": 1}, "metrics": ["nll"]})";
}

std::string rows(int period) {
  std::string text = "x,y\n";
  for (int i = 0; i < 48; ++i) {
    text += std::to_string(i % 7) + "," + std::to_string(i / period % 2) + "\n";
  }
  return text;
}

// A folder with data, grids by name and the database r.db.
struct Bench {
  TemporaryFolder folder;

  Bench() { folder.write("my.csv", rows(1)); }

  ProcessResult plan(const std::string& text) const {
    folder.write("g.json", text);
    return run_skald(folder.path(), {"plan", "g.json", "--db", "r.db"});
  }
  std::string run(const std::string& text, const std::string& database = "r.db") const {
    folder.write("g.json", text);
    return succeed(folder.path(), {"run", "g.json", "--db", database}).err;
  }
  ProcessResult tool(const std::vector<std::string>& arguments) const {
    return run_skald(folder.path(), arguments);
  }
  std::string compare(const std::string& study, const std::string& database = "r.db") const {
    return tool({"compare", database, "--study", study, "--format", "csv"}).out;
  }
  std::string query(const std::string& sql, const std::string& database = "r.db") const {
    return csv_of(folder / database, sql);
  }
};

}  // namespace

TEST_CASE("kept studies: another study of the same cell with another seed changes nothing") {
  const Bench bench;
  bench.run(grid("a", 1));
  bench.run(grid("b", 2), "alone.db");
  const std::string a = bench.compare("a");
  const ProcessResult plan = bench.plan(grid("b", 2));
  CHECK_THAT(plan.out, Catch::Contains("  new            3  never run\n"));
  bench.run(grid("b", 2));
  CHECK(bench.compare("a") == a);
  CHECK(bench.compare("b") == bench.compare("b", "alone.db"));
  CHECK(bench.compare("b") != a);
  CHECK(bench.query("SELECT study, count(*) AS n FROM run_table GROUP BY study") ==
        "study,n\na,3\nb,3\n");
  const std::string status = bench.tool({"status", "r.db", "--format", "csv"}).out;
  CHECK_THAT(status, Catch::Contains("\na,") && Catch::Contains("\nb,"));
  CHECK(bench.tool({"doctor", "r.db"}).code == 0);
}

TEST_CASE("kept studies: part of another study takes no run away") {
  const Bench bench;
  bench.run(grid("a", 1));
  const std::string a = bench.compare("a");
  bench.folder.write("g.json", grid("b", 2));
  CHECK(bench.tool({"run", "g.json", "--db", "r.db", "--limit", "1"}).code == 0);
  CHECK(bench.compare("a") == a);
  CHECK(bench.query("SELECT study, count(*) AS n FROM run_table GROUP BY study") ==
        "study,n\na,3\nb,1\n");
}

TEST_CASE("kept studies: a merge brings all runs of another seed under their own study") {
  const Bench bench;
  bench.run(grid("a", 1), "one.db");
  bench.run(grid("b", 2), "two.db");
  const ProcessResult merged = bench.tool({"merge", "all.db", "one.db", "two.db"});
  CHECK(merged.code == 0);
  CHECK(merged.err.empty());
  CHECK(bench.compare("a", "all.db") == bench.compare("a", "one.db"));
  CHECK(bench.compare("b", "all.db") == bench.compare("b", "two.db"));

  bench.run(grid("a", 2), "same_name.db");
  const ProcessResult told = bench.tool({"merge", "one.db", "same_name.db"});
  CHECK_THAT(told.out, Catch::Contains("3 runs added"));
  CHECK_THAT(told.err, Catch::Contains("3 runs were added that no study here declares"));
  CHECK(bench.compare("a", "one.db") == bench.compare("a", "all.db"));
  // Under another name the merged runs are found done.
  bench.run(grid("a2", 2), "one.db");
  CHECK(bench.query("SELECT count(*) AS n FROM runs", "one.db") == "n\n6\n");
  CHECK(bench.query("SELECT count(*) AS n FROM run_table WHERE study = 'a2'", "one.db") ==
        "n\n3\n");
}

TEST_CASE("kept studies: another seed or other data keeps the runs of the earlier version") {
  const Bench bench;
  bench.run(grid("a", 1));
  const std::string first = bench.compare("a");
  const ProcessResult plan = bench.plan(grid("a", 2));
  CHECK_THAT(plan.out,
             Catch::Contains("3 runs of an earlier version of a (seed 1) will be kept"));
  CHECK_THAT(bench.run(grid("a", 2)),
             Catch::Contains("3 runs of an earlier version of a (seed 1) are kept") &&
                 Catch::Contains("skald prune r.db removes them"));
  CHECK(bench.compare("a") != first);
  CHECK(bench.query("SELECT count(*) AS n FROM runs") == "n\n6\n");

  bench.folder.write("my.csv", rows(2));
  CHECK_THAT(bench.run(grid("a", 2)),
             Catch::Contains("3 runs of an earlier version of a are kept"));
  CHECK(bench.query("SELECT count(*) AS n FROM runs") == "n\n9\n");

  // The first declaration comes back, and finds its runs.
  bench.folder.write("my.csv", rows(1));
  bench.run(grid("a", 1));
  CHECK(bench.compare("a") == first);
  CHECK(bench.query("SELECT count(*) AS n FROM runs") == "n\n9\n");
  CHECK(bench.query("SELECT count(*) AS n FROM former_documents") == "n\n2\n");
  CHECK(bench.tool({"prune", "r.db", "--yes"}).code == 0);
  CHECK(bench.compare("a") == first);
  CHECK(bench.query("SELECT count(*) AS n FROM runs") == "n\n3\n");
}

TEST_CASE("kept studies: every view has the runs that two studies share once for each") {
  const Bench bench;
  bench.run(grid("a", 1));
  bench.run(grid("b", 1, 2));
  CHECK(bench.query("SELECT count(*) AS n FROM runs") == "n\n3\n");
  for (const char* view : {"run_table", "final_metrics"}) {
    INFO(view);
    CHECK(bench.query(std::string("SELECT study, count(*) AS n FROM ") + view +
                      " GROUP BY study") == "study,n\na,3\nb,2\n");
  }
  CHECK(bench.query("SELECT study, runs FROM compare_seeds ORDER BY study") ==
        "study,runs\na,3\nb,2\n");
}

}  // namespace kept_studies_test
