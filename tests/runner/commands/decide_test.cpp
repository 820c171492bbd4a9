// compare --baseline, --target, --best, --average and frontier, on runs that were really made.
#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"

namespace decide_test {

using namespace skald::test;

namespace {

// The four axes with three replicates, and their results.
struct Decided {
  TemporaryFolder folder;
  Decided() {
    folder.write("grid.json", with(kFourAxes, R"("replicates": 2)", R"("replicates": 3)"));
    REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db", "-j", "2"}).code == 0);
  }
  ProcessResult skald(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, "r.db");
    return run_skald(folder.path(), arguments);
  }
  boost::json::array rows(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, {"r.db", "--format", "json"});
    return boost::json::parse(succeed(folder.path(), arguments).out).as_array();
  }
  boost::json::array query(const std::string& sql) const { return rows({"query", sql}); }
};

double number(const boost::json::value& value) { return value.to_number<double>(); }

}  // namespace

TEST_CASE("differences from a baseline are those of the replicates in run_table") {
  const Decided sweep;
  const std::string baseline = "sampler = fald, K = 5, rho = 0";
  const auto rows = sweep.rows({"compare", "--baseline", baseline, "--metric", "nll"});
  CHECK(rows.size() == 12);
  const auto expected = sweep.query(
      "SELECT avg(a.nll - b.nll) AS mean, sum((a.nll > b.nll) = (a.nll > b.nll)) AS n FROM "
      "run_table"
      " AS a JOIN run_table AS b ON a.replicate = b.replicate WHERE a.p_c = 0.2 AND a.rho = 1"
      " AND b.sampler = 'fald' AND b.K = 5 AND b.rho = 0");
  bool found = false;
  for (const auto& row : rows) {
    if (row.at("sampler") != "fald" || !row.at("K").is_null() || row.at("rho") != 1) continue;
    found = true;
    CHECK(row.at("is_baseline") == 0);
    CHECK(row.at("baseline") == "sampler = fald, K = 5, rho = 0, privacy = none");
    CHECK(number(row.at("nll_difference")) == Approx(number(expected[0].at("mean"))));
    CHECK(row.at("nll_n") == 3);
  }
  CHECK(found);
  const std::string table = sweep.skald({"compare", "--baseline", baseline}).out;
  CHECK_THAT(table, Catch::Contains("small: 36 runs; differences from " + baseline + ", n = 3\n") &&
                        Catch::Contains("(baseline)") && Catch::Contains(" of 3)"));
}

TEST_CASE("a target is reached where the points say so, at the costs of that iteration") {
  const Decided sweep;
  const auto curves = sweep.query(
      "SELECT min(iteration) AS iteration, round, curves.wall_seconds AS seconds FROM curves JOIN "
      "run_table USING (run)"
      " WHERE metric = 'nll' AND value <= 0.66 AND sampler = 'fald' AND K = 5 AND rho = 0"
      " GROUP BY run");
  REQUIRE(!curves.empty());
  double iterations = 0, rounds = 0, seconds = 0;
  for (const auto& run : curves) {
    iterations += number(run.at("iteration")) / static_cast<double>(curves.size());
    rounds += number(run.at("round")) / static_cast<double>(curves.size());
    seconds += number(run.at("seconds")) / static_cast<double>(curves.size());
  }
  bool found = false;
  for (const auto& row : sweep.rows({"compare", "--target", "nll <= 0.66"})) {
    if (row.at("sampler") != "fald" || row.at("K") != 5 || row.at("rho") != 0) continue;
    found = true;
    CHECK(row.at("reached") == curves.size());
    CHECK(row.at("of") == 3);
    CHECK(number(row.at("iterations_mean")) == Approx(iterations));
    CHECK(number(row.at("rounds_mean")) == Approx(rounds));
    CHECK(number(row.at("wall_seconds_mean")) == Approx(seconds));
    CHECK(seconds > 0);
  }
  CHECK(found);
  CHECK(sweep.rows({"compare", "--target", "nll <= 0.66", "--metric", "wall_seconds"})[0]
            .as_object()
            .contains("wall_seconds_mean"));
  const std::string never = sweep.skald({"compare", "--target", "accuracy > 1"}).out;
  CHECK_THAT(never, Catch::Contains("until accuracy > 1 is first recorded") &&
                        Catch::Contains("0 of 3") && Catch::Contains("rounds [round]"));
  CHECK_THAT(sweep.skald({"compare", "--target", "nll <= 0.66", "--average", "running:2"}).out,
             Catch::Contains("in the running mean over 2 recorded values"));
}

TEST_CASE("the mean of the last values is that of the points") {
  const Decided sweep;
  const auto expected = sweep.query(
      "SELECT avg(value) AS mean FROM curves JOIN run_table USING (run) WHERE metric = 'nll' AND"
      " iteration >= 150 AND sampler = 'fald' AND K = 5 AND rho = 0");
  for (const auto& row : sweep.rows({"compare", "--average", "last:2", "--metric", "nll,rounds"})) {
    if (row.at("sampler") != "fald" || row.at("K") != 5 || row.at("rho") != 0) continue;
    CHECK(number(row.at("nll_mean")) == Approx(number(expected[0].at("mean"))));
    CHECK(row.at("rounds_mean") == 40);  // a cost is what it is at the end
  }
}

TEST_CASE("best ranks within groups, by a number of settings or by an axis") {
  const Decided sweep;
  std::map<std::string, double> last;
  for (const auto& row :
       sweep.rows({"compare", "--best", "2", "--by", "sampler", "--metric", "nll"})) {
    const std::string group(row.at("sampler").as_string());
    if (last.count(group) > 0) CHECK(number(row.at("nll_mean")) >= last[group]);
    last[group] = number(row.at("nll_mean"));
  }
  CHECK(last.size() == 2);
  const ProcessResult axis = sweep.skald({"compare", "--best", "eps", "--metric", "accuracy"});
  CHECK_THAT(axis.out, Catch::Contains("best in accuracy for each ") &&
                           Catch::Contains("nothing differs from them in eps alone"));
}

TEST_CASE("frontier: no listed setting beats another") {
  const Decided sweep;
  const auto rows = sweep.rows({"frontier", "--max", "accuracy", "--min", "bits_up,eps_spent"});
  REQUIRE(!rows.empty());
  const auto cost = [](const boost::json::value& value) {
    return value.is_string() ? INFINITY : number(value);
  };
  for (const auto& a : rows) {
    for (const auto& b : rows) {
      if (b.at("is_beaten") == 1) continue;
      const double accuracy = number(a.at("accuracy_mean")) - number(b.at("accuracy_mean"));
      const bool is_cheaper = cost(a.at("bits_up_mean")) < cost(b.at("bits_up_mean")) &&
                              cost(a.at("eps_spent_mean")) <= cost(b.at("eps_spent_mean"));
      CHECK_FALSE((accuracy >= 0 && is_cheaper));
    }
  }
  const auto cheap =
      sweep.rows({"frontier", "--max", "accuracy", "--under", "eps_spent <= 3, sampler = fedavg"});
  for (const auto& row : cheap) CHECK(row.at("sampler") == "fedavg");
  CHECK_THAT(sweep.skald({"frontier", "--max", "accuracy", "--min", "bits_up"}).out,
             Catch::StartsWith("small: 36 runs, 12 settings; most accuracy; least bits_up\n"));
}

TEST_CASE("studies stand side by side: the axis study, the metrics that all have, one ranking") {
  const TemporaryFolder folder;
  const auto grid = [&](const std::string& name, const std::string& sampler,
                        const std::string& metrics, const std::string& problem = "1",
                        const std::string& axes = R"([{"K": [1, 5]}])") {
    folder.write("grid.json", R"({ "name": ")" + name + R"(", "seed": 1, "replicates": 4,
      "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2, "seed": )" +
                                  problem +
                                  R"(}, "model": {"plugin": "gaussian"},
      "sampler": )" + sampler + R"(, "metrics": )" +
                                  metrics + R"(,
      "run": {"iterations": 200}, "axes": )" +
                                  axes + " }");
    REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"}).code == 0);
  };
  grid("a", R"({"plugin": "fald", "step": 0.001})", R"(["w2", "mean_bias"])");
  grid("b", R"({"plugin": "fald", "step": 0.01})", R"(["mean_bias", "variance_bias"])");
  grid("c", R"({"plugin": "fald", "step": 0.01})", R"(["mean_bias"])", "2");
  grid("d", R"({"plugin": "ula"})", R"(["variance_bias"])", "1", R"([{"step": [0.01, 0.02]}])");
  const auto compare = [&](const std::vector<std::string>& more) {
    return run_skald(folder.path(), with_more({"compare", "r.db"}, more));
  };
  const auto rows = [&](const std::string& studies) {
    const std::vector<std::string> command{"compare", "r.db",     "--study",
                                           studies,   "--format", "json"};
    return boost::json::parse(succeed(folder.path(), command).out).as_array();
  };
  const auto both = rows("b,a"), a = rows("a"), b = rows("b");
  REQUIRE(both.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& row = both[i].as_object();
    const auto& alone = (i < 2 ? b[i] : a[i - 2]).as_object();
    CHECK(row.at("study") == (i < 2 ? "b" : "a"));
    CHECK(row.at("mean_bias_mean") == alone.at("mean_bias_mean"));
    CHECK(row.at("mean_bias_low") == alone.at("mean_bias_low"));
    CHECK_FALSE(row.contains("w2_mean"));
    CHECK_FALSE(row.contains("variance_bias_mean"));
  }
  // One ranking of settings of one problem, none across problems.
  const auto stars = [&](const std::string& studies) {
    const std::string out = compare({"--study", studies, "--metric", "mean_bias"}).out;
    const std::string table = out.substr(out.rfind("study"));
    return std::count(table.begin(), table.end(), '*');
  };
  CHECK(stars("a,b") == 1);
  CHECK(stars("a,c") == 2);
  CHECK_THAT(compare({"--study", "a,b", "--where", "study = b", "--at", "bits_up = 3000"}).out,
             Catch::StartsWith("a, b: 8 runs; at bits_up = 3000"));
  CHECK_THAT(
      run_skald(folder.path(), {"frontier", "r.db", "--study", "a,b", "--min", "mean_bias,bits_up"})
          .out,
      Catch::StartsWith("a, b: "));
  for (const auto& [studies, why] : {std::pair{"a,d", "the studies a, d have no metric in common"},
                                     {"a,e", "no study \"e\""},
                                     {"a,a", "--study: found \"a\" twice"},
                                     {"a,", "no study \"\""}}) {
    check_refused(folder.path(), {"compare", "r.db", "--study", studies}, why);
  }
}

TEST_CASE("a value at a cost within the burn-in is one of the burn-in, and said to be") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "early", "seed": 1, "replicates": 2,
    "dataset": {"plugin": "gaussian_clients", "clients": 2, "seed": 1},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula", "step": 1e-3},
    "run": {"iterations": 40, "burn_in": 0.5, "record_every": 10}, "metrics": ["mean_bias"] })");
  REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"}).code == 0);
  const auto at = [&](const std::string& iteration, const std::string& format) {
    const ProcessResult found = run_skald(
        folder.path(), {"compare", "r.db", "--format", format, "--at", "iteration = " + iteration});
    CHECK(found.code == 0);
    return found.out;
  };
  const auto values = [&](const std::string& iteration) { return at(iteration, "csv"); };
  const std::string note = "2 runs are in their burn-in at iteration = ";
  for (const std::string within : {"15", "20", "25"})
    CHECK_THAT(at(within, "table"), Catch::Contains(note + within));
  CHECK_THAT(at("30", "table"), !Catch::Contains(note));
  // Up to the next record, that is the last one of the burn-in.
  CHECK(values("25") == values("20"));
  CHECK(values("25") != values("30"));
  CHECK(values("35") != values("30"));
  // Means over records are of those behind it, or of those within.
  const auto last = [&](const std::string& mean) {
    return run_skald(folder.path(), {"compare", "r.db", "--average", mean});
  };
  const auto reached = [&](const std::string& mean) {
    return run_skald(folder.path(),
                     {"compare", "r.db", "--target", "mean_bias <= 1e9", "--average", mean})
        .out;
  };
  CHECK_THAT(reached("running:2"), Catch::Contains("2 of 2"));
  CHECK_THAT(reached("running:3"), Catch::Contains("0 of 2"));
  CHECK(last("last:2").code == 0);
  CHECK_THAT(last("last:3").err,
             Catch::Contains("found 3 values, expected at most 2: so many a run has recorded "
                             "behind its burn-in"));
}

TEST_CASE("a run without a metric has not ended before a cost because another run has") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "unlike", "seed": 1, "replicates": 2,
    "dataset": {"plugin": "gaussian_clients", "clients": 2, "seed": 1},
    "model": {"plugin": "gaussian"}, "sampler": {"step": 1e-3}, "run": {"record_every": 10},
    "metrics": ["mean_bias"],
    "axes": [{"sampler.plugin": ["hmc", "ula"]}, {"iterations": 400},
             {"when": {"sampler.plugin": "hmc"}, "warm_up": 0, "iterations": 40}] })");
  REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"}).code == 0);
  const ProcessResult found = run_skald(
      folder.path(),
      {"compare", "r.db", "--metric", "mean_bias,sampler.accept_rate", "--at", "iteration = 100"});
  CHECK(found.code == 0);
  CHECK_THAT(found.out, Catch::Contains("2 runs have ended before iteration = 100"));
}

TEST_CASE(
    "a setting whose steps are too long is told before it runs, marked, and best in nothing") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "long", "seed": 1, "replicates": 3,
    "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2, "seed": 1},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "fald", "K": 1},
    "run": {"iterations": 2000, "chains": 2, "divergence_bound": 1e300},
    "metrics": ["r_hat", "mean_bias"],
    "axes": [{"step": ["= 0.5 / L", "= 2.02 / L"]}] })");
  const auto skald = [&](const std::vector<std::string>& arguments) {
    return run_skald(folder.path(), arguments);
  };
  const ProcessResult checked = skald({"check", "grid.json"});
  CHECK(checked.code == 0);
  CHECK_THAT(checked.err,
             Catch::StartsWith("grid.json:") && Catch::Contains(": note: sampler: step is ") &&
                 Catch::Contains(", 1.01 times 2 / L = ") && !Catch::Contains("and 1 like"));
  CHECK_THAT(skald({"plan", "grid.json"}).err, Catch::Contains("1.01 times 2 / L"));
  REQUIRE(skald({"run", "grid.json", "--db", "r.db"}).code == 0);
  const std::string told = skald({"compare", "r.db"}).out;
  CHECK_THAT(told, Catch::Contains("\n!!: steps longer than are stable on this problem"));
  const std::string table = told.substr(told.find("= 0.5 / L"));
  const std::string stable = table.substr(0, table.find('\n'));
  const std::string unstable = table.substr(table.find("= 2.02 / L"));
  CHECK_THAT(stable, !Catch::Contains("!!"));
  CHECK_THAT(unstable, Catch::Contains("!!") && !Catch::Contains("*"));
  CHECK_THAT(skald({"frontier", "r.db", "--min", "mean_bias,bits_up"}).out,
             Catch::Contains("1 settings are left out") && !Catch::Contains("2.02"));
}

}  // namespace decide_test
