// Sweeps that are stopped at any moment and started again.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include "catch.hpp"
#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"

namespace interrupt_test {

using namespace skald;
using namespace skald::test;

namespace {

std::vector<std::string> run_command(const std::string& database, const std::string& jobs) {
  return walk_command("run", database, {"-j", jobs});
}

std::string uninterrupted(const TemporaryFolder& folder) {
  const auto result = run_skald(folder.path(), run_command("whole.db", "2"));
  INFO(result.err);
  REQUIRE(result.code == 0);
  return store::StoreReader(folder.path() / "whole.db").results_hash();
}

std::size_t runs_in(const std::filesystem::path& database) {
  return store::StoreReader(database).query("SELECT hash FROM runs").rows.size();
}

// Waits until the database has at least `count` runs.
void wait_for_runs(const std::filesystem::path& database, std::size_t count, SkaldProcess& skald) {
  while (skald.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    try {
      if (runs_in(database) >= count) return;
    } catch (const std::exception&) {  // the database does not exist yet
    }
  }
}

// Whether a run of the database is under way and has made a draw.
bool has_draws(const std::filesystem::path& database) {
  const std::filesystem::path folder = database.string() + ".samples";
  if (!std::filesystem::exists(folder)) return false;
  const std::vector<std::string> files = files_in(folder);
  return std::any_of(files.begin(), files.end(),
                     [](const std::string& file) { return file.ends_with(".draws"); });
}

// 40 runs of 60 ms.
const std::string kSlowWalk =
    walk_grid("phase", R"({"range": [0, 39, 1]})", "", R"("replicates": 1,)");

std::string slow_walk() {
  return with(kSlowWalk, R"("misbehaving")", R"("misbehaving", "milliseconds": 1)");
}

}  // namespace

TEST_CASE("the first interrupt lets runs under way end, and the same command goes on") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk());
  const std::string whole = uninterrupted(folder);
  {
    SkaldProcess skald(folder.path(), run_command("part.db", "2"));
    wait_for_runs(folder.path() / "part.db", 2, skald);
    skald.send(SIGINT);
    const ProcessResult result = skald.wait();
    CHECK(result.code == 130);
    CHECK_THAT(result.err, Catch::Contains("interrupted: finishing the runs under way"));
    CHECK_THAT(result.err, Catch::Contains("the same command goes on from here"));
  }
  const std::size_t stored = runs_in(folder.path() / "part.db");
  CHECK(stored >= 2);
  CHECK(stored < 40);
  CHECK(run_skald(folder.path(), run_command("part.db", "1")).code == 0);
  CHECK(store::StoreReader(folder.path() / "part.db").results_hash() == whole);
}

TEST_CASE("the second interrupt stops runs that would never end") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["loop"])"));
  SkaldProcess skald(folder.path(), run_command("part.db", "1"));
  while (skald.is_running() && !std::filesystem::exists(folder.path() / "part.db")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  skald.send(SIGINT);
  REQUIRE(skald.wait_for_error("interrupted"));
  skald.send(SIGINT);
  CHECK(skald.wait().code == 130);
  CHECK(runs_in(folder.path() / "part.db") == 0);
}

TEST_CASE("a runner that was killed leaves no worker behind, and the same command goes on") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk());
  const std::string whole = uninterrupted(folder);
  std::vector<pid_t> workers;
  {
    SkaldProcess skald(folder.path(), run_command("part.db", "2"));
    wait_for_runs(folder.path() / "part.db", 2, skald);
    while (workers.empty() && skald.is_running()) workers = skald.workers();
    skald.send(SIGKILL);
    CHECK(skald.wait().signal == SIGKILL);
  }
  CHECK_FALSE(workers.empty());
  for (const pid_t worker : workers) {
    for (int patience = 5000; ::kill(worker, 0) == 0 && patience > 0; --patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(::kill(worker, 0) != 0);
  }
  CHECK(run_skald(folder.path(), run_command("part.db", "2")).code == 0);
  CHECK(runs_in(folder.path() / "part.db") == 40);
  CHECK(store::StoreReader(folder.path() / "part.db").results_hash() == whole);
}

TEST_CASE("a run whose worker was killed from outside runs again at once") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk());
  const std::string whole = uninterrupted(folder);
  SkaldProcess skald(folder.path(), run_command("part.db", "2"));
  wait_for_runs(folder.path() / "part.db", 2, skald);
  // A worker may just have answered, or wait for its first run: then another one has to die.
  const std::string told = "its worker was killed from outside; it will run again";
  while (skald.is_running() && !skald.has_error(told)) {
    for (const pid_t worker : skald.workers()) ::kill(worker, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const ProcessResult result = skald.wait();
  CHECK(result.code == 0);
  CHECK_THAT(result.err, Catch::Contains(told));
  CHECK(store::StoreReader(folder.path() / "part.db").results_hash() == whole);
}

TEST_CASE("a second runner on the same database is refused and told who holds it") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk());
  SkaldProcess first(folder.path(), run_command("part.db", "1"));
  wait_for_runs(folder.path() / "part.db", 1, first);
  first.send(SIGSTOP);  // it keeps its lock on the database while the second one runs
  const ProcessResult second = run_skald(folder.path(), run_command("part.db", "1"));
  first.send(SIGCONT);
  CHECK(second.code == 3);
  CHECK_THAT(second.err, Catch::Contains("the database is being written by process "));
  CHECK(first.wait().code == 0);
}

TEST_CASE("the option --max-seconds ends a sweep in good order") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk());
  auto command = run_command("part.db", "1");
  command.insert(command.end(), {"--max-seconds", "0.2"});
  const ProcessResult result = run_skald(folder.path(), command);
  CHECK(result.code == 130);
  CHECK_THAT(result.err, Catch::Contains("--max-seconds is over"));
  CHECK(runs_in(folder.path() / "part.db") < 40);
}

TEST_CASE("a shutdown has runs under way saved, and they go on from there") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               with(walk_grid("phase", "[0.5]", R"("burn_in": 0, "keep_samples": true)"),
                    R"("misbehaving")", R"("misbehaving", "milliseconds": 100)"));
  const std::string whole = uninterrupted(folder);
  for (const bool all : {false, true}) {  // signal only the runner, or its workers too
    INFO(all);
    std::filesystem::remove(folder.path() / "part.db");
    SkaldProcess skald(folder.path(), run_command("part.db", "1"));
    while (skald.is_running() && !has_draws(folder.path() / "part.db")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    skald.send(SIGTERM);
    if (all) {
      for (const pid_t worker : skald.workers()) ::kill(worker, SIGTERM);
    }
    const ProcessResult result = skald.wait();
    INFO(result.err);
    CHECK(result.code == 130);
    CHECK_THAT(result.err, Catch::Contains("told to end (signal 15)"));
    CHECK(runs_in(folder.path() / "part.db") == 0);
    CHECK(run_skald(folder.path(), run_command("part.db", "1")).code == 0);
    store::StoreReader reader(folder.path() / "part.db");
    CHECK(reader.results_hash() == whole);
    CHECK(reader.query("SELECT iteration FROM events WHERE kind = 'resumed'").rows.size() == 1);
  }
}

}  // namespace interrupt_test
