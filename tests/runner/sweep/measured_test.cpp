// Metrics watch: a study that names others does runs again to measure them, and no run is another
// one for that.
#include <string>

#include "catch.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"

namespace measured_test {

using namespace skald;
using namespace skald::test;

namespace {

struct Bench {
  TemporaryFolder folder;

  Bench() {
    std::string text = "x,y\n";
    for (int i = 0; i < 48; ++i)
      text += std::to_string(i % 7) + "," + std::to_string(i / 3 % 2) + "\n";
    folder.write("my.csv", text);
  }
  // `metrics` as in a grid: "\"nll\", \"accuracy\"".
  ProcessResult skald(const std::string& verb, const std::string& study, const std::string& metrics,
                      const std::string& database = "r.db") const {
    folder.write("g.json", R"({"name": ")" + study + R"(", "seed": 1, "replicates": 3,
      "dataset": {"plugin": "csv", "path": "my.csv", "target": "y", "test_fraction": 0.25},
      "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
      "sampler": {"plugin": "fald", "step": 0.01, "batch": 4, "K": 2},
      "run": {"iterations": 40, "chains": 2}, "metrics": [)" +
                               metrics + "]}");
    return run_skald(folder.path(), {verb, "g.json", "--db", database});
  }
  std::string run(const std::string& study, const std::string& metrics,
                  const std::string& database = "r.db") const {
    const ProcessResult result = skald("run", study, metrics, database);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return result.err;
  }
  ProcessResult tool(const std::vector<std::string>& arguments) const {
    return run_skald(folder.path(), arguments);
  }
  std::string query(const std::string& sql, const std::string& database = "r.db") const {
    return csv_of(folder / database, sql);
  }
  std::string numbers(const std::string& metric) const {
    return query("SELECT iteration, value FROM points JOIN metrics ON id = metric WHERE name = '" +
                 metric + "' ORDER BY run, iteration");
  }
};

constexpr const char* kCount = "SELECT count(*) AS n, count(former_of) AS former FROM runs";

}  // namespace

TEST_CASE("measured: a cost needs no run again, and is there along every run") {
  const Bench bench;
  bench.run("a", R"("nll")");
  CHECK_THAT(bench.skald("plan", "a", R"("nll", "rounds", "bits_up")").out,
             Catch::Contains("cached         3") && Catch::Contains("to run 0"));
  bench.run("a", R"("nll", "rounds", "bits_up")");
  CHECK(bench.query("SELECT rounds FROM run_table WHERE replicate = 0") == "rounds\n20\n");
  CHECK(bench.query("SELECT metric, value FROM final_metrics WHERE replicate = 0 AND metric = "
                    "'rounds'") == "metric,value\nrounds,20\n");
  CHECK(bench.query("SELECT n, mean FROM compare_seeds WHERE metric = 'rounds'") ==
        "n,mean\n3,20\n");
  CHECK(bench.query("SELECT DISTINCT iteration / 2 = round AS ok, bits_up > 0 AS bits FROM curves"
                    " WHERE metric = 'nll'") == "ok,bits\n1,1\n");
  CHECK_THAT(bench.tool({"compare", "r.db", "--format", "csv"}).out, Catch::Contains("rounds"));
  CHECK(bench.tool({"plot", "r.db", "--y", "nll", "--x", "bits_up", "-o", "a.svg"}).code == 0);
}

TEST_CASE("measured: a further metric does runs again, which repeats what is there") {
  const Bench bench;
  bench.run("a", R"("nll")");
  const std::string before = bench.numbers("nll");
  const ProcessResult plan = bench.skald("plan", "a", R"("accuracy", "mean_bias", "nll")");
  // A logistic posterior has no closed form.
  CHECK(plan.code == 2);
  const ProcessResult possible = bench.skald("plan", "a", R"("accuracy", "nll")");
  CHECK_THAT(possible.out, Catch::Contains("stale          3  accuracy not measured"));
  CHECK_THAT(possible.err, Catch::Contains("3 stored runs have not measured accuracy; to be done "
                                           "again, which repeats the numbers that are there"));
  CHECK_THAT(bench.skald("plan", "a", R"("nll")").out, Catch::Contains("cached         3"));
  bench.run("a", R"("accuracy", "nll")");
  CHECK(bench.query(kCount) == "n,former\n3,0\n");
  CHECK(bench.numbers("nll") == before);
  CHECK(bench.query("SELECT DISTINCT measured FROM provenance") ==
        "measured\n\"[\"\"accuracy\"\",\"\"nll\"\"]\"\n");
  // A metric less is there still, and not shown.
  bench.run("a", R"("accuracy")");
  CHECK(bench.numbers("nll") == before);
  CHECK_THAT(bench.tool({"compare", "r.db", "--format", "csv"}).out, !Catch::Contains("nll"));
}

TEST_CASE("measured: two studies that share runs measure them together, whoever comes first") {
  const Bench bench;
  bench.run("a", R"("nll")");
  bench.run("b", R"("accuracy")");
  CHECK(bench.query(kCount) == "n,former\n3,0\n");
  CHECK_THAT(bench.skald("plan", "a", R"("nll")").out, Catch::Contains("cached         3"));
  CHECK_THAT(bench.skald("plan", "b", R"("accuracy")").out, Catch::Contains("cached         3"));
  CHECK_THAT(bench.tool({"compare", "r.db", "--study", "b", "--format", "csv"}).out,
             Catch::Contains("accuracy") && !Catch::Contains("nll"));
  CHECK(bench.tool({"rerun", "r.db", bench.query("SELECT hash FROM runs LIMIT 1").substr(5, 12)})
            .code == 0);
}

TEST_CASE("measured: a name has one meaning in runs that are shared") {
  const Bench bench;
  bench.run("a", R"({"plugin": "ece", "bins": 10})");
  const std::string before = bench.numbers("ece");
  const ProcessResult other = bench.skald("run", "b", R"({"plugin": "ece", "bins": 3})");
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Catch::Contains("has measured ece with other options, for the study a"));
  CHECK(bench.numbers("ece") == before);
  bench.run("b", R"({"plugin": "ece", "bins": 3, "name": "coarse"})");
  CHECK(bench.numbers("ece") == before);
  CHECK(bench.query(kCount) == "n,former\n3,0\n");
  // Merging does not mix them either.
  bench.run("b", R"({"plugin": "ece", "bins": 3})", "other.db");
  const std::string runs = bench.query("SELECT hash, digest FROM runs ORDER BY hash");
  const ProcessResult merge = bench.tool({"merge", "r.db", "other.db"});
  CHECK(merge.code == 2);
  CHECK_THAT(merge.err, Catch::Contains("have measured \"ece\" with other options there"));
  CHECK(bench.query("SELECT hash, digest FROM runs ORDER BY hash") == runs);
}

TEST_CASE("measured: a metric of predictions is one under any name, for all temperatures alike") {
  const Bench bench;
  bench.run("a", R"({"plugin": "ece", "bins": 3, "name": "coarse"})");
  CHECK(bench.query("SELECT name, predictive FROM metrics WHERE name IN ('coarse', 'ece', 'w2') "
                    "ORDER BY name") == "name,predictive\ncoarse,1\nece,1\nw2,0\n");
}

TEST_CASE("measured: the options of a metric change in one study alone") {
  const Bench bench;
  bench.run("a", R"({"plugin": "ece", "bins": 10})");
  CHECK_THAT(bench.skald("plan", "a", R"({"plugin": "ece", "bins": 3})").out,
             Catch::Contains("ece measured with other options"));
  bench.run("a", R"({"plugin": "ece", "bins": 3})");
  CHECK(bench.query(kCount) == "n,former\n6,3\n");
  CHECK(bench.query("SELECT count(DISTINCT run) AS runs FROM final_metrics") == "runs\n3\n");
}

TEST_CASE("measured: a merge takes the run that has measured more") {
  const Bench bench;
  bench.run("a", R"("nll")");
  bench.run("a", R"("accuracy", "nll")", "more.db");
  CHECK(bench.tool({"merge", "r.db", "more.db"}).code == 0);
  CHECK(bench.query(kCount) == "n,former\n3,0\n");
  CHECK(bench.query("SELECT DISTINCT measured FROM provenance") ==
        "measured\n\"[\"\"accuracy\"\",\"\"nll\"\"]\"\n");
  bench.run("a", R"("nll")", "less.db");
  CHECK(bench.tool({"merge", "r.db", "less.db"}).code == 0);
  CHECK(bench.query(kCount) == "n,former\n3,0\n");
}

}  // namespace measured_test
