// What a run does to its process, and what it leaves behind, does not reach other runs.
#include <signal.h>

#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace isolation_test {

namespace {

// Sweeps with one worker, which does the runs in this order.
ProcessResult sweep(const TemporaryFolder& folder, const std::string& how,
                    const std::string& database) {
  folder.write("grid.json", walk_grid("how", how, R"("limits": {"seconds": 60})"));
  return run_skald(folder.path(), walk_command("run", database, {"-j", "1"}));
}

std::string status_of(const TemporaryFolder& folder, const std::string& how) {
  const auto rows = store::StoreReader(folder.path() / "results.db")
                        .query(
                            "SELECT p.status FROM provenance p JOIN run_table t ON t.run = p.run "
                            "WHERE t.how = '" +
                            how + "'")
                        .rows;
  return rows.size() == 1 ? std::get<std::string>(rows[0][0]) : "not there";
}

std::vector<std::vector<record::SqlValue>> points_of(const fs::path& database,
                                                     const std::string& how) {
  return store::StoreReader(database)
      .query(
          "SELECT p.metric, p.iteration, p.value FROM points p JOIN run_table t "
          "ON t.run = p.run WHERE t.how = '" +
          how + "' ORDER BY 1, 2")
      .rows;
}

// Returns the number of this user's processes whose environment has this entry.
std::size_t processes_with(const std::string& entry) {
  std::size_t count = 0;
  std::error_code gone;
  for (const auto& folder : fs::directory_iterator("/proc", gone)) {
    count += content(folder.path() / "environ").find(entry) != std::string::npos;
  }
  return count;
}

}  // namespace

TEST_CASE("a copy of a worker that comes back answers for no run") {
  const TemporaryFolder folder;
  const ProcessResult result = sweep(folder, R"(["fork", "not", "nan", "segfault"])", "results.db");
  INFO(result.err);
  CHECK(status_of(folder, "fork") == "ok");
  CHECK(status_of(folder, "not") == "ok");
  CHECK(status_of(folder, "nan") == "diverged");
  CHECK(status_of(folder, "segfault") == "crashed");
}

TEST_CASE("the death of a worker is seen although its child holds its socket") {
  const TemporaryFolder folder;
  const ProcessResult result = sweep(folder, R"(["orphan", "not"])", "results.db");
  INFO(result.err);
  CHECK(status_of(folder, "orphan") == "crashed");  // rather than timeout
  CHECK_THAT(result.err, Catch::Contains("its process ended early, with exit code 5"));
  CHECK(status_of(folder, "not") == "ok");
}

TEST_CASE("nothing that a plugin started outlives the sweep") {
  const TemporaryFolder folder;
  const std::string mark = "SKALD_TEST_MARK=" + folder.path().string();
  ::setenv("SKALD_TEST_MARK", folder.path().c_str(), 1);
  const ProcessResult result = sweep(folder, R"(["daemon", "orphan"])", "results.db");
  ::unsetenv("SKALD_TEST_MARK");
  CHECK(status_of(folder, "daemon") == "ok");
  CHECK(processes_with(mark) == 0);
}

TEST_CASE("a run's rounding, umask and signal handlers are its own") {
  const TemporaryFolder folder;
  REQUIRE(sweep(folder, R"(["not"])", "alone.db").code == 0);
  for (const char* how : {"round", "umask", "handler"}) {
    INFO(how);
    fs::remove(folder.path() / "results.db");
    const bool is_ok = how != std::string("round");
    REQUIRE(sweep(folder, "[\"" + std::string(how) + R"(", "not"])", "results.db").code == !is_ok);
    CHECK(status_of(folder, how) == (is_ok ? "ok" : "failed"));
    CHECK(points_of(folder.path() / "results.db", "not") ==
          points_of(folder.path() / "alone.db", "not"));
  }
}

TEST_CASE("a run that keeps being ended by signals of a shutdown counts as crashed in the end") {
  const TemporaryFolder folder;
  const ProcessResult result = sweep(folder, R"(["terminate", "not"])", "results.db");
  CHECK(result.code == 1);
  CHECK(status_of(folder, "terminate") == "crashed");
  CHECK_THAT(result.err,
             Catch::Contains("killed by signal 15 (Terminated), which came from outside"));
  CHECK(status_of(folder, "not") == "ok");
}

}  // namespace isolation_test
