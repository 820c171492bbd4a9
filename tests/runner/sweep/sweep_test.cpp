// Runs a grid over K, p_c, rho and eps from the command line and checks its numbers.
#include <signal.h>

#include <variant>

#include "grids.hpp"
#include "json_document.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace sweep_test {

namespace {

std::string results_of(const TemporaryFolder& folder, const std::string& jobs) {
  folder.write("grid.json", kFourAxes);
  succeed(folder.path(), {"run", "grid.json", "--db", "results.db", "-j", jobs});
  return results_hash(folder / "results.db");
}

record::ResultTable query(const TemporaryFolder& folder, const std::string& sql) {
  return store::StoreReader(folder.path() / "results.db").query(sql);
}

std::int64_t number(const TemporaryFolder& folder, const std::string& sql) {
  return number_in(folder / "results.db", sql);
}

}  // namespace

TEST_CASE("results do not depend on the number of workers, and a second run does nothing") {
  const TemporaryFolder one, two;
  const std::string hash = results_of(one, "1");
  CHECK(results_of(two, "2") == hash);
  CHECK(files_in(two.path()) == std::vector<std::string>{"grid.json", "results.db"});

  const auto before = query(two, "SELECT hash, ended FROM provenance ORDER BY hash").rows;
  const auto again = run_skald(two.path(), {"run", "grid.json", "--db", "results.db"});
  CHECK(again.code == 0);
  CHECK_THAT(again.err, Catch::Contains("[0/0]  ok 0  cached 24"));
  CHECK(query(two, "SELECT hash, ended FROM provenance ORDER BY hash").rows == before);

  const auto forced = run_skald(two.path(), {"run", "grid.json", "--db", "results.db", "--force"});
  CHECK_THAT(forced.err, Catch::Contains("[24/24]  ok 24"));
  CHECK(results_hash(two / "results.db") == hash);
}

TEST_CASE("run_table has one row per run with typed axes, and the privacy axis tells the truth") {
  const TemporaryFolder folder;
  results_of(folder, "2");
  CHECK(number(folder, "SELECT count(*) FROM run_table") == 24);
  CHECK(number(folder, "SELECT count(*) FROM run_table WHERE status = 'ok'") == 24);
  CHECK(number(folder, "SELECT count(DISTINCT hash) FROM run_table") == 24);
  CHECK(number(folder, "SELECT count(*) FROM run_table WHERE typeof(K) = 'integer'") == 20);
  CHECK(number(folder, "SELECT count(*) FROM run_table WHERE typeof(p_c) = 'real'") == 4);
  CHECK(number(folder, "SELECT count(*) FROM run_table WHERE typeof(eps) = 'real'") == 12);
  CHECK(number(folder, "SELECT count(*) FROM run_table WHERE K IS NULL AND p_c = 0.2") == 4);

  // eps_spent stays below eps, and comes close to it.
  CHECK(number(folder,
               "SELECT count(*) FROM run_table WHERE eps < 9e999 AND eps_spent > 0.99 * eps "
               "AND eps_spent <= eps") == 8);
  CHECK(number(folder,
               "SELECT count(*) FROM run_table WHERE (eps IS NULL OR eps = 9e999) "
               "AND eps_spent = 9e999") == 16);
}

TEST_CASE("without a finite budget the Gaussian mechanism changes no bit") {
  const TemporaryFolder folder;
  results_of(folder, "2");
  const auto points = [&](const std::string& where) {
    return query(folder,
                 "SELECT t.K, t.replicate, m.name, p.iteration, p.value FROM run_table t "
                 "JOIN points p ON p.run = t.run JOIN metrics m ON m.id = p.metric "
                 "WHERE t.sampler = 'fedavg' AND " +
                     where + " ORDER BY 1, 2, 3, 4")
        .rows;
  };
  const auto none = points("t.privacy = 'none'");
  CHECK(none.size() == 2 * 2 * 5 * 4);  // K, replicates, metrics without costs, records
  CHECK(points("t.privacy = 'gaussian' AND t.eps = 9e999") == none);
  CHECK(points("t.privacy = 'gaussian' AND t.eps = 3") != none);
}

TEST_CASE("the plain sqlite3 shell reads every view") {
  if (std::system("command -v sqlite3 > /dev/null 2>&1") != 0) {
    WARN("skipped: the sqlite3 shell is not installed");
    return;
  }
  const TemporaryFolder folder;
  results_of(folder, "2");
  const auto shell = [&](const std::string& sql) {
    const std::string command =
        "cd '" + folder.path().string() + "' && sqlite3 results.db \"" + sql + "\" > out.txt";
    REQUIRE(std::system(command.c_str()) == 0);
    return content(folder.path() / "out.txt");
  };
  CHECK(shell("SELECT K, p_c, rho, eps, typeof(K), typeof(eps), accuracy > 0.5 FROM run_table "
              "WHERE replicate = 0 AND (eps = 3 OR rho = 1) ORDER BY K, eps") ==
        "|0.2|1.0||null|null|1\n"
        "5||1.0||integer|null|1\n"
        "5|||3.0|integer|real|1\n"
        "20|||3.0|integer|real|1\n");
  CHECK(shell("SELECT count(*) FROM final_metrics") ==
        "176\n");  // 24 runs, 7 metrics; 8 of fald record a spread
  CHECK(shell("SELECT count(*), min(n), max(n), sum(half_width IS NULL) FROM compare_seeds "
              "WHERE metric = 'nll'") == "12|2|2|0\n");
  CHECK(shell("SELECT count(*), min(length(git_commit)) IN (0, 40) FROM provenance") == "24|1\n");
  CHECK(shell("SELECT count(*) FROM failures") == "0\n");
}

TEST_CASE("as long as a declared run has no result, run says so and exits with 1") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               walk_grid("how", R"(["abort", "segfault", "throw_int", "not", "nan"])"));
  CHECK(run_skald(folder.path(), walk_command("run", "results.db")).code == 1);
  check_refused(folder.path(), walk_command("run", "results.db"),
                "3 of the cached runs have no result (crashed 2, failed 1); "
                "--retry crashed,failed does them again",
                1);
  folder.write("grid.json", walk_grid("how", R"(["not", "nan"])"));
  CHECK(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
}

}  // namespace sweep_test
