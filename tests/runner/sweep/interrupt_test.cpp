// Sweeps that are stopped at any moment and started again.
#include <signal.h>

#include "grids.hpp"
#include "skald_process.hpp"
#include "sweep/slow_sweep.hpp"
#include "test.hpp"

namespace interrupt_test {

namespace {

std::vector<std::string> run_command(const std::string& database, const std::string& jobs) {
  return walk_command("run", database, {"-j", jobs});
}

// Whether a run of the database is under way and has made a draw.
bool has_draws(const std::filesystem::path& database) {
  const std::filesystem::path folder = database.string() + ".samples";
  if (!std::filesystem::exists(folder)) return false;
  const std::vector<std::string> files = files_in(folder);
  return std::any_of(files.begin(), files.end(),
                     [](const std::string& file) { return file.ends_with(".draws"); });
}

}  // namespace

TEST_CASE("the first interrupt lets runs under way end, and the same command goes on") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  const std::string whole = undisturbed(folder);
  {
    SkaldProcess skald(folder.path(), run_command("part.db", "2"));
    wait_for_runs(folder / "part.db", 2, skald);
    skald.send(SIGINT);
    const ProcessResult result = skald.wait();
    CHECK(result.code == 130);
    CHECK_THAT(result.err, Catch::Contains("interrupted: finishing the runs under way"));
    CHECK_THAT(result.err, Catch::Contains("the same command goes on from here"));
  }
  const std::int64_t stored = count_runs(folder / "part.db");
  CHECK(stored >= 2);
  CHECK(stored < 40);
  CHECK(run_skald(folder.path(), run_command("part.db", "1")).code == 0);
  CHECK(results_hash(folder / "part.db") == whole);
}

TEST_CASE("the second interrupt stops runs that would never end") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["loop"])"));
  SkaldProcess skald(folder.path(), run_command("part.db", "1"));
  while (skald.is_running() && !std::filesystem::exists(folder / "part.db")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  skald.send(SIGINT);
  REQUIRE(skald.wait_for_error("interrupted"));
  skald.send(SIGINT);
  CHECK(skald.wait().code == 130);
  CHECK(count_runs(folder / "part.db") == 0);
}

TEST_CASE("a runner that was killed leaves no worker behind, and the same command goes on") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  const std::string whole = undisturbed(folder);
  std::vector<pid_t> workers;
  {
    SkaldProcess skald(folder.path(), run_command("part.db", "2"));
    wait_for_runs(folder / "part.db", 2, skald);
    while (workers.empty() && skald.is_running()) workers = skald.children();
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
  CHECK(count_runs(folder / "part.db") == 40);
  CHECK(results_hash(folder / "part.db") == whole);
}

TEST_CASE("a run whose worker was killed from outside runs again at once") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  const std::string whole = undisturbed(folder);
  SkaldProcess skald(folder.path(), run_command("part.db", "2"));
  wait_for_runs(folder / "part.db", 2, skald);
  // A worker may just have answered, or wait for its first run: then another one has to die.
  const std::string told = "its worker was killed from outside; it will run again";
  while (skald.is_running() && !skald.has_error(told)) {
    for (const pid_t worker : skald.children()) ::kill(worker, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const ProcessResult result = skald.wait();
  CHECK(result.code == 0);
  CHECK_THAT(result.err, Catch::Contains(told));
  CHECK(results_hash(folder / "part.db") == whole);
}

TEST_CASE("a second runner on the same database is refused and told who holds it") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  SkaldProcess first(folder.path(), run_command("part.db", "1"));
  wait_for_runs(folder / "part.db", 1, first);
  first.send(SIGSTOP);  // it keeps its lock on the database while the second one runs
  const ProcessResult second = run_skald(folder.path(), run_command("part.db", "1"));
  first.send(SIGCONT);
  CHECK(second.code == 3);
  CHECK_THAT(second.err, Catch::Contains("the database is being written by process "));
  CHECK(first.wait().code == 0);
}

TEST_CASE("the option --max-seconds ends a sweep in good order") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  auto command = run_command("part.db", "1");
  command.insert(command.end(), {"--max-seconds", "0.2"});
  const ProcessResult result = run_skald(folder.path(), command);
  CHECK(result.code == 130);
  CHECK_THAT(result.err, Catch::Contains("--max-seconds is over"));
  CHECK(count_runs(folder / "part.db") < 40);
}

TEST_CASE("a shutdown has runs under way saved, and they go on from there") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               with(walk_grid("phase", "[0.5]", R"("burn_in": 0, "keep_samples": true)"),
                    R"("misbehaving")", R"("misbehaving", "milliseconds": 100)"));
  const std::string whole = undisturbed(folder);
  for (const bool all : {false, true}) {  // signal only the runner, or its workers too
    INFO(all);
    std::filesystem::remove(folder / "part.db");
    SkaldProcess skald(folder.path(), run_command("part.db", "1"));
    while (skald.is_running() && !has_draws(folder / "part.db")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    skald.send(SIGTERM);
    if (all) {
      for (const pid_t worker : skald.children()) ::kill(worker, SIGTERM);
    }
    const ProcessResult result = skald.wait();
    INFO(result.err);
    CHECK(result.code == 130);
    CHECK_THAT(result.err, Catch::Contains("told to end (signal 15)"));
    CHECK(count_runs(folder / "part.db") == 0);
    CHECK(run_skald(folder.path(), run_command("part.db", "1")).code == 0);
    CHECK(results_hash(folder / "part.db") == whole);
    CHECK(number_in(folder / "part.db", "SELECT count(*) FROM events WHERE kind = 'resumed'") == 1);
  }
}

}  // namespace interrupt_test
