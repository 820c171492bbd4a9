// Runs whose plugins take from their own process what it needs: they end, and others go on.
#include "grids.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace own_trouble_test {

namespace {

// Two runs that keep their draws; the first does so at iteration 20.
std::string pair_of_runs(const std::string& how) {
  return walk_grid("sampler.how", "[\"" + how + "\", \"not\"]",
                   R"("keep_samples": true, "limits": {"seconds": 1})");
}

}  // namespace

TEST_CASE("a run that stops its worker ends at its limit, and one that lowers limits has failed") {
  const auto [how, status, message] = GENERATE(
      table<std::string, std::string, std::string>({{"stop", "timeout", "limits.seconds"},
                                                    {"few_files", "failed", "RLIMIT_NOFILE"},
                                                    {"no_bytes", "failed", "RLIMIT_FSIZE"}}));
  const TemporaryFolder folder;
  folder.write("grid.json", pair_of_runs(how));
  SkaldProcess skald(folder.path(), walk_command("run", "r.db", {"-j", "1"}));
  const ProcessResult result = skald.wait();
  INFO(result.err);
  const auto rows = store::StoreReader(folder / "r.db")
                        .query("SELECT status, message FROM runs ORDER BY status = 'ok', id")
                        .rows;
  REQUIRE(rows.size() == 2);
  CHECK(std::get<std::string>(rows[0][0]) == status);
  CHECK_THAT(std::get<std::string>(rows[0][1]), Catch::Contains(message));
  CHECK(std::get<std::string>(rows[1][0]) == "ok");
}

TEST_CASE("a run whose files are refused again and again is set aside, and the others go on") {
  const TemporaryFolder folder;
  folder.write("grid.json", pair_of_runs("full"));
  const ProcessResult result = run_skald(folder.path(), walk_command("run", "r.db", {"-j", "1"}));
  INFO(result.err);
  CHECK(result.code == 130);
  CHECK_THAT(result.err, Catch::Contains(" is set aside: its files were refused 6 times ("));
  CHECK(count_runs(folder / "r.db", "status = 'ok'") == 1);
  CHECK(count_runs(folder / "r.db", "1") == 1);
}

}  // namespace own_trouble_test
