// What commands without a test file of their own print.
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"

using namespace skald::test;

namespace {

// A folder with the four-axes grid and its results.
struct Finished {
  TemporaryFolder folder;
  Finished() {
    folder.write("grid.json", kFourAxes);
    REQUIRE(skald({"run", "grid.json", "--db", "results.db", "-j", "2"}).code == 0);
  }
  ProcessResult skald(const std::vector<std::string>& arguments) const {
    return run_skald(folder.path(), arguments);
  }
};

}  // namespace

TEST_CASE("check says how much there is") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  const ProcessResult result = run_skald(folder.path(), {"check", "grid.json"});
  CHECK(result.code == 0);
  CHECK(result.out == "grid.json: 12 cells x 2 replicates, no errors\n");
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json"});
}

TEST_CASE("a run whose local work is counted in epochs has no number K") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({"name": "work", "seed": 1,
    "dataset": {"plugin": "het_digits", "train": 60, "test": 20, "side": 4},
    "partition": {"plugin": "iid", "clients": 3}, "model": {"plugin": "softmax"},
    "sampler": {"plugin": "fedavg"}, "run": {"rounds": 2}, "metrics": ["accuracy"],
    "axes": [{"sampler.epochs": [null, 2]}]})");
  REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"}).code == 0);
  const std::string sql = "SELECT K FROM run_table ORDER BY K";
  CHECK(run_skald(folder.path(), {"query", "r.db", sql, "--format", "csv"}).out == "K\n\n10\n");
}

TEST_CASE("query gives the rows and columns of one study") {
  const TemporaryFolder folder;
  const std::string first = walk_grid("phase", "[0, 1]");
  folder.write("grid.json", first);
  REQUIRE(run_skald(folder.path(), walk_command("run", "r.db")).code == 0);
  folder.write("grid.json", with(walk_grid("milliseconds", "[1, 2]"), R"("name": "walk")",
                                 R"("name": "other")"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "r.db")).code == 0);
  const auto header = [&](const std::vector<std::string>& more) {
    const auto command = with_more({"query", "r.db", "run_table", "--format", "csv"}, more);
    const std::string text = run_skald(folder.path(), command).out;
    return text.substr(0, text.find('\n'));
  };
  CHECK_THAT(header({}), Catch::Contains(",phase,") && Catch::Contains(",milliseconds,"));
  CHECK_THAT(header({"--study", "walk"}),
             Catch::Contains(",phase,") && !Catch::Contains(",milliseconds,"));
  CHECK_THAT(header({"--study", "other"}),
             !Catch::Contains(",phase,") && Catch::Contains(",milliseconds,"));
  check_refused(folder.path(), {"query", "r.db", "run_table", "--study", "wlk"},
                "found \"wlk\"; expected one of walk, other");
  check_refused(folder.path(), {"query", "r.db", "SELECT 1 AS study", "--study", "walk"},
                "expected the name of a view with a column \"study\"");
}

TEST_CASE("query gives tables, csv and json, and only reads") {
  const Finished sweep;
  const std::string sql =
      "SELECT K, p_c, status FROM run_table WHERE replicate = 0 AND rho = 1 ORDER BY p_c";
  CHECK(sweep.skald({"query", "results.db", sql, "--format", "csv"}).out ==
        "K,p_c,status\n5,,ok\n,0.2,ok\n");
  const auto json =
      boost::json::parse(sweep.skald({"query", "results.db", sql, "--format", "json"}).out);
  CHECK(json.as_array().size() == 2);
  CHECK(json.as_array()[0].at("K") == 5);
  CHECK(json.as_array()[0].at("p_c").is_null());
  CHECK_THAT(sweep.skald({"query", "results.db"}).out,
             Catch::Contains("run_table\n") && Catch::Contains("provenance\n"));

  const auto before = sweep.skald({"query", "results.db", "SELECT count(*) FROM runs"}).out;
  for (const char* statement :
       {"DELETE FROM runs", "UPDATE runs SET status = 'ok'", "ATTACH 'other.db' AS o",
        "CREATE TABLE x (y)", "PRAGMA journal_mode = DELETE", "VACUUM INTO 'copy.db'",
        "SELECT writefile('x', 'y')", "SELECT load_extension('x')"}) {
    INFO(statement);
    CHECK(sweep.skald({"query", "results.db", statement}).code != 0);
  }
  CHECK(sweep.skald({"query", "results.db", "SELECT count(*) FROM runs"}).out == before);
  CHECK(files_in(sweep.folder.path()) == std::vector<std::string>{"grid.json", "results.db"});
  CHECK(sweep.skald({"query", "results.db", "rn_table"}).code == 2);
}

TEST_CASE("compare pivots by axes with intervals and the number of runs") {
  const Finished sweep;
  const auto rows = boost::json::parse(
      sweep.skald({"compare", "results.db", "--metric", "nll", "--format", "json"}).out);
  CHECK(rows.as_array().size() == 12);
  const ProcessResult table = sweep.skald({"compare", "results.db", "--metric", "nll,eps_spent"});
  CHECK(table.code == 0);
  CHECK_THAT(table.out, Catch::StartsWith("small: 24 runs") && Catch::Contains("p_c = 0.2") &&
                            Catch::Contains("±"));
  CHECK_THAT(sweep.skald({"compare", "results.db", "--metric", "nl"}).err,
             Catch::Contains("did you mean \"nll\"?"));
}

TEST_CASE("plugins lists what is shipped, describe says all about one") {
  const TemporaryFolder folder;
  const auto list =
      boost::json::parse(run_skald(folder.path(), {"plugins", "--format", "json"}).out);
  std::vector<std::string> names;
  for (const auto& row : list.as_array()) {
    names.push_back(std::string(row.at("kind").as_string()) + "/" +
                    row.at("name").as_string().c_str());
  }
  for (const char* name : {"dataset/titanic", "partition/dirichlet", "model/logistic",
                           "sampler/fald", "sampler/fedavg", "privacy/gaussian", "privacy/none"}) {
    INFO(name);
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
  }
  const ProcessResult fald = run_skald(folder.path(), {"describe", "fald"});
  CHECK_THAT(fald.out, Catch::StartsWith("sampler fald") && Catch::Contains("p_c") &&
                           Catch::Contains("reference  "));
  const auto schema =
      boost::json::parse(run_skald(folder.path(), {"describe", "fald", "--json"}).out);
  CHECK(schema.is_object());
  // A model and a mechanism share this name.
  CHECK_THAT(run_skald(folder.path(), {"describe", "gaussian"}).out,
             Catch::Contains("model gaussian") && Catch::Contains("\nprivacy gaussian"));
  CHECK_THAT(run_skald(folder.path(), {"describe", "privacy/langevin"}).out,
             Catch::Contains("only simulates a release"));
  CHECK_THAT(run_skald(folder.path(), {"describe", "model/gaussian"}).out,
             !Catch::Contains("privacy gaussian"));
}
