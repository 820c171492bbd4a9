// Runner and workers are killed at random moments: in the end the store is the same as after an
// undisturbed sweep.
#include <signal.h>

#include "grids.hpp"
#include "long_tests.hpp"
#include "settled.hpp"
#include "skald_process.hpp"
#include "sweep/slow_sweep.hpp"
#include "test.hpp"

namespace {

constexpr const char* kResumed = "SELECT count(*) FROM events WHERE kind = 'resumed'";

// The number of SIGKILLs in one sweep, unless the environment says another, and of its runs, of
// which a few are done between two kills.
int wanted_kills() {
  const char* text = std::getenv("SKALD_TEST_KILLS");
  return text == nullptr ? (are_tests_long() ? 200 : 40) : std::atoi(text);
}
int wanted_runs() { return are_tests_long() ? 500 : 120; }

std::vector<std::string> command(const std::string& database) {
  return walk_command("run", database, {"-j", "2"});
}

class Killer {
 public:
  Killer(const TemporaryFolder& folder, unsigned seed) : folder_(folder), random_(seed) {}

  void one_kill() {
    if (!skald_ || !skald_->is_running()) start();
    pause();
    const auto workers = skald_->children();
    const bool runner = workers.empty() || draw(0, 4) == 0;
    if (!runner) {
      ::kill(workers[static_cast<std::size_t>(draw(0, static_cast<int>(workers.size()) - 1))],
             SIGKILL);
      return;
    }
    skald_->send(SIGKILL);
    skald_->wait();
    skald_.reset();
    check_nothing_is_lost();
  }

 private:
  void start() { skald_ = std::make_unique<SkaldProcess>(folder_.path(), command("killed.db")); }
  void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(draw(0, 50))); }
  int draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  // Checks that stored runs are unchanged: no run is lost, and none is done a second time.
  void check_nothing_is_lost() {
    const StoredRuns now = stored_runs(folder_.path() / "killed.db");
    REQUIRE(has_all(now, before_));
    before_ = now;
  }

  const TemporaryFolder& folder_;
  std::mt19937 random_;
  std::unique_ptr<SkaldProcess> skald_;
  StoredRuns before_;
};

}  // namespace

TEST_CASE("runs survive kills, each exactly once") {
  const int runs = wanted_runs();
  const TemporaryFolder folder;
  folder.write("grid.json",
               with(walk_grid("phase", R"({"range": [0, )" + std::to_string(runs - 1) + ", 1]}"),
                    R"("misbehaving")", R"("misbehaving", "milliseconds": 0.1)"));
  const std::string whole = undisturbed(folder);
  {
    Killer killer(folder, 20240229);
    for (int kills = wanted_kills(); kills > 0; --kills) killer.one_kill();
  }
  succeed(folder.path(), command("killed.db"));
  CHECK(stored_runs(folder.path() / "killed.db").size() == static_cast<std::size_t>(runs));
  CHECK(results_hash(folder / "killed.db") == whole);
  const StoredRuns before = stored_runs(folder.path() / "killed.db");
  CHECK(run_skald(folder.path(), command("killed.db")).code == 0);
  CHECK(stored_runs(folder.path() / "killed.db") == before);
}

TEST_CASE("a long run goes on from its checkpoints, and gives the same bits") {
  const TemporaryFolder folder;
  folder.write("grid.json", with(walk_grid("phase", "[0.5]", R"("checkpoint_seconds": 0.05)"),
                                 R"("misbehaving")", R"("misbehaving", "milliseconds": 25)"));
  const std::string whole = undisturbed(folder);
  const fs::path checkpoints = folder.path() / "killed.db.checkpoints";
  for (int kills = 0; kills < 4; ++kills) {
    SkaldProcess skald(folder.path(), command("killed.db"));
    const auto before = stored_runs(folder.path() / "killed.db").size();
    CHECK(before == 0);
    // Wait until there is a newer checkpoint than the last.
    const auto old = fs::exists(checkpoints) && !fs::is_empty(checkpoints)
                         ? fs::last_write_time(fs::directory_iterator(checkpoints)->path())
                         : fs::file_time_type::min();
    for (bool is_newer = false; !is_newer && skald.is_running();) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      std::error_code gone;
      for (const auto& entry : fs::directory_iterator(checkpoints, gone)) {
        const bool is_whole = entry.path().extension() != ".new";
        is_newer |= is_whole && fs::last_write_time(entry.path(), gone) > old && !gone;
      }
    }
    REQUIRE(skald.is_running());
    skald.send(SIGKILL);
    skald.wait();
  }
  const ProcessResult last = run_skald(folder.path(), command("killed.db"));
  CHECK(last.code == 0);
  CHECK(results_hash(folder / "killed.db") == whole);
  CHECK(number_in(folder / "killed.db", kResumed) == 1);
  CHECK_FALSE(fs::exists(checkpoints));
}

TEST_CASE("a run that is killed in its start repeats that, and gives the same bits") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               walk_grid("phase", "[0.5]", R"("checkpoint_seconds": 0.05)",
                         R"("start": {"sampler": {"plugin": "misbehaving", "milliseconds": 25},
                             "run": {"iterations": 80}},)"));
  const std::string whole = undisturbed(folder);
  {
    SkaldProcess skald(folder.path(), command("killed.db"));
    while (skald.is_running() && skald.children().empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // of 2000 at least for the start
    REQUIRE(skald.is_running());
    skald.send(SIGKILL);
    skald.wait();
  }
  CHECK(stored_runs(folder.path() / "killed.db").empty());
  CHECK(run_skald(folder.path(), command("killed.db")).code == 0);
  CHECK(results_hash(folder / "killed.db") == whole);
  CHECK(number_in(folder / "killed.db", kResumed) == 0);
}
