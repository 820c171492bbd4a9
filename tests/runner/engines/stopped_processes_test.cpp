// Sweeps whose processes are stopped for longer than the time limit of their runs.
#include <signal.h>

#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace stopped_processes_test {

namespace {

constexpr double kLimit = 1.5;
constexpr std::chrono::milliseconds kStop{3000};

// Waits until a worker has begun a run, and has been at it for a moment.
std::vector<pid_t> workers_at_work(const SkaldProcess& skald, const TemporaryFolder& folder) {
  while (!std::filesystem::exists(folder / "stop.db-wal") || skald.children().empty()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  return skald.children();
}

void send_all(const std::vector<pid_t>& processes, int signal) {
  for (const pid_t process : processes) ::kill(process, signal);
}

struct StoppedRun {
  std::string status;
  double seconds = 0;
};

// One run of about .6 s, during which the processes that `choose` returns are stopped for kStop.
template <class Choose>
StoppedRun run_with_stop(const Choose& choose) {
  const TemporaryFolder folder;
  folder.write(
      "grid.json",
      with(walk_grid("phase", "[0.5]", R"("limits": {"seconds": )" + std::to_string(kLimit) + "}"),
           R"("misbehaving")", R"("misbehaving", "milliseconds": 10)"));
  SkaldProcess skald(folder.path(), walk_command("run", "stop.db"));
  const std::vector<pid_t> chosen = choose(skald.process(), workers_at_work(skald, folder));
  REQUIRE_FALSE(chosen.empty());
  REQUIRE(skald.is_running());
  send_all(chosen, SIGSTOP);
  std::this_thread::sleep_for(kStop);
  send_all(chosen, SIGCONT);
  const ProcessResult result = skald.wait();
  INFO(result.err);
  const auto rows =
      store::StoreReader(folder / "stop.db").query("SELECT status, wall_seconds FROM runs").rows;
  REQUIRE(rows.size() == 1);
  return {std::get<std::string>(rows[0][0]), std::get<double>(rows[0][1])};
}

}  // namespace

TEST_CASE("the time for which the runner is stopped is no time of the run") {
  StoppedRun run;
  SECTION("the runner") {
    run = run_with_stop([](pid_t runner, const auto&) { return std::vector<pid_t>{runner}; });
  }
  SECTION("both, the runner first") {
    run = run_with_stop([](pid_t runner, std::vector<pid_t> all) {
      all.insert(all.begin(), runner);
      return all;
    });
  }
  SECTION("both, the worker first") {
    run = run_with_stop([](pid_t runner, std::vector<pid_t> all) {
      all.push_back(runner);
      return all;
    });
  }
  CHECK(run.status == "ok");
  CHECK(run.seconds > 0.5);
  CHECK(run.seconds < kLimit);
}

// Otherwise a plugin that stops its process would go on without end.
TEST_CASE("the time for which a worker alone is stopped is time of its run") {
  const StoppedRun run =
      run_with_stop([](pid_t, const std::vector<pid_t>& workers) { return workers; });
  CHECK(run.status == "timeout");
}

}  // namespace stopped_processes_test
