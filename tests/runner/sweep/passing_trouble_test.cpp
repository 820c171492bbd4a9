// Locks, full disks and exhausted descriptors: the sweep pauses, says so, and goes on when the
// trouble has passed.
#include <signal.h>
#include <sys/resource.h>

#include "files/regular_file.hpp"
#include "grids.hpp"
#include "sanitizers.hpp"
#include "skald_process.hpp"
#include "store/sqlite.hpp"
#include "store/store_reader.hpp"
#include "sweep/slow_sweep.hpp"
#include "test.hpp"

namespace passing_trouble_test {

namespace {

std::vector<std::string> command(const std::string& database, const std::string& jobs = "2") {
  return walk_command("run", database, {"-j", jobs});
}

bool is_declared(const fs::path& database) {
  try {
    return !store::StoreReader(database).query("SELECT id FROM studies").rows.empty();
  } catch (const std::exception&) {  // the database does not exist yet
    return false;
  }
}

// Another program that is in the middle of BEGIN EXCLUSIVE.
class ForeignLock {
 public:
  explicit ForeignLock(const fs::path& database)
      : shell_(database, store::Access::write, std::chrono::seconds(30)),
        transaction_(
            std::make_unique<store::Transaction>(shell_, store::Transaction::Kind::write)) {}
  void end() { transaction_.reset(); }

 private:
  store::Connection shell_;
  std::unique_ptr<store::Transaction> transaction_;
};

// A limit of this process, inherited by the processes that it starts, while an object of this class
// lives.
class SoftLimit {
 public:
  SoftLimit(__rlimit_resource resource, rlim_t value) : resource_(resource) {
    ::getrlimit(resource_, &before_);
    const rlimit limit{value, before_.rlim_max};
    ::setrlimit(resource_, &limit);
  }
  ~SoftLimit() { ::setrlimit(resource_, &before_); }
  SoftLimit(const SoftLimit&) = delete;
  SoftLimit& operator=(const SoftLimit&) = delete;

  // Lifts the limit of a process that was started under it, and of all of its workers.
  void lift(const SkaldProcess& skald) const {
    ::prlimit(skald.process(), resource_, &before_, nullptr);
    for (const pid_t worker : skald.children()) ::prlimit(worker, resource_, &before_, nullptr);
  }

 private:
  __rlimit_resource resource_;
  rlimit before_{};
};

// Runs `skald run` with at most `files` open files, with its errors in the file "err". Returns the
// exit code.
int code_with_hard_limit(const TemporaryFolder& folder, const std::string& files,
                         const std::string& jobs) {
  std::string words = "ulimit -n " + files + " && cd '" + folder.path().string() + "' && exec '" +
                      SKALD_EXECUTABLE "'";
  for (const std::string& word : command("part.db", jobs)) words += " '" + word + "'";
  const int status = std::system((words + " 2> err").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The sweep into part.db ends well, with the results of an undisturbed one, and has told of the
// trouble in these words. What it told.
std::string check_recovered(SkaldProcess& skald, const TemporaryFolder& folder,
                            const std::string& trouble, const std::string& whole) {
  const ProcessResult result = skald.wait();
  INFO(result.err);
  CHECK(result.code == 0);
  CHECK_THAT(result.err, Catch::Contains(trouble));
  CHECK(results_hash(folder / "part.db") == whole);
  return result.err;
}

}  // namespace

TEST_CASE("a sweep waits for a foreign lock and goes on") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  const std::string whole = undisturbed(folder);
  SkaldProcess skald(folder.path(), command("part.db"));
  wait_for_runs(folder / "part.db", 2, skald);
  ForeignLock lock(folder / "part.db");
  REQUIRE(skald.wait_for_error("storing results is paused: "));
  lock.end();
  CHECK_THAT(check_recovered(skald, folder, "another program is using it", whole),
             Catch::Contains("storing results goes on after a pause of "));
}

TEST_CASE("an interrupt during a pause names the runs that are not stored, and they come again") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  const std::string whole = undisturbed(folder);
  for (const int number : {SIGINT, SIGTERM}) {
    INFO("signal " << number);
    fs::remove(folder / "part.db");
    SkaldProcess skald(folder.path(), command("part.db"));
    wait_for_runs(folder / "part.db", 2, skald);
    ForeignLock lock(folder / "part.db");
    REQUIRE(skald.wait_for_error("storing results is paused: "));
    skald.send(number);
    const ProcessResult result = skald.wait();
    INFO(result.err);
    CHECK(result.code == 130);
    CHECK_THAT(result.err, Catch::Contains(" runs that have ended are not stored ("));
    CHECK_THAT(result.err, Catch::Contains("the same command does them again"));
    lock.end();
    CHECK(count_runs(folder / "part.db", "status = 'ok'") < 40);
    CHECK(run_skald(folder.path(), command("part.db")).code == 0);
    CHECK(results_hash(folder / "part.db") == whole);
  }
}

TEST_CASE("runs that need a reference begin once it is stored") {
  const TemporaryFolder folder;
  // The reference takes four seconds; meanwhile the test takes the lock.
  folder.write("grid.json", R"({ "name": "compared", "seed": 5,
    "dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
    "model": {"plugin": "logistic"}, "sampler": {"plugin": "ula", "step": 1e-4},
    "run": {"iterations": 200, "chains": 2, "evaluate_every": 10},
    "metrics": ["agreement"],
    "reference": {"sampler": {"plugin": "misbehaving", "milliseconds": 20}} })");
  const std::string whole = undisturbed(folder);
  SkaldProcess skald(folder.path(), command("part.db"));
  while (skald.is_running() && !is_declared(folder / "part.db")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // pass the writes before the runs
  ForeignLock lock(folder / "part.db");
  REQUIRE(skald.wait_for_error("storing results is paused: "));
  lock.end();
  check_recovered(skald, folder, "storing results goes on after a pause of ", whole);
  CHECK(count_runs(folder / "part.db", "status = 'ok'") == 2);
}

TEST_CASE("a sweep waits for space for its database and goes on") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(60));
  const std::string whole = undisturbed(folder);
  const std::uintmax_t empty = 400'000;  // bytes: more than the size of a database without runs
  SoftLimit limit(RLIMIT_FSIZE, empty);
  SkaldProcess skald(folder.path(), command("part.db"));
  REQUIRE(skald.wait_for_error("storing results is paused: "));
  limit.lift(skald);
  check_recovered(skald, folder, "File too large", whole);
}

TEST_CASE("runs whose draws find no space are done again once there is some") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  // 60 000 draws of 2 numbers: 960 kB.
  folder.write("grid.json", with(walk_grid("phase", "[0, 1, 2, 3]", R"("keep_samples": true)"),
                                 R"("iterations": 60, "record_every": 20)",
                                 R"("iterations": 60000, "record_every": 60000)"));
  const std::string whole = undisturbed(folder);
  SoftLimit limit(RLIMIT_FSIZE, 700'000);
  SkaldProcess skald(folder.path(), command("part.db"));
  REQUIRE(skald.wait_for_error("starting runs is paused: "));
  limit.lift(skald);
  const std::string told = check_recovered(skald, folder, "run.keep_samples: ", whole);
  CHECK_THAT(told, Catch::Contains("starting runs goes on after a pause of "));
  CHECK(count_runs(folder / "part.db", "status = 'ok'") == 4);
}

TEST_CASE("a low limit on open files is raised, or fewer workers do all runs") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(20));
  SECTION("raised") {
    const SoftLimit limit(RLIMIT_NOFILE, 64);
    CHECK_THAT(succeed(folder.path(), command("part.db", "16")).err,
               Catch::Contains("the limit on open files was raised from 64 to "));
  }
  SECTION("fewer workers") {
    CHECK(code_with_hard_limit(folder, "160", "64") == 0);
    CHECK_THAT(files::read_regular_file(folder.path() / "err"),
               Catch::Contains(" workers instead of 64"));
  }
  CHECK(count_runs(folder / "part.db", "status = 'ok'") == 20);
}

TEST_CASE("a limit on open files that is too low to begin with is refused") {
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(2));
  CHECK(code_with_hard_limit(folder, "40", "2") == 3);
  CHECK_THAT(files::read_regular_file(folder.path() / "err"),
             Catch::Contains("the limit on open files is 40 and cannot be raised, expected 128"));
}

TEST_CASE("a sweep that the system refuses a process goes on with fewer, or waits") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  folder.write("grid.json", slow_walk(40));
  const std::string whole = undisturbed(folder);
  SkaldProcess skald(folder.path(), command("part.db", "2"));
  wait_for_runs(folder / "part.db", 2, skald);
  rlimit before{};
  ::prlimit(skald.process(), RLIMIT_NOFILE, nullptr, &before);
  const rlimit none{3, before.rlim_max};
  ::prlimit(skald.process(), RLIMIT_NOFILE, &none, nullptr);
  for (const pid_t worker : skald.children()) ::kill(worker, SIGKILL);
  REQUIRE(skald.wait_for_error("starting runs is paused: "));
  ::prlimit(skald.process(), RLIMIT_NOFILE, &before, nullptr);
  check_recovered(skald, folder, "Too many open files", whole);
}

TEST_CASE("a journal that a reader keeps large is told of") {
  const TemporaryFolder folder;
  // Each run has some 9 MB of records.
  folder.write("grid.json", with(walk_grid("phase", R"({"range": [0, 15, 1]})"),
                                 R"("iterations": 60, "record_every": 20)",
                                 R"("iterations": 150000, "record_every": 1)"));
  SkaldProcess skald(folder.path(), command("part.db"));
  wait_for_runs(folder / "part.db", 1, skald);
  store::Connection reader(folder / "part.db", store::Access::read, std::chrono::seconds(30));
  auto reading = std::make_unique<store::Transaction>(reader, store::Transaction::Kind::read);
  reader.integer("SELECT count(*) FROM runs");
  REQUIRE(skald.wait_for_error("part.db-wal has grown to "));
  reading.reset();
  const ProcessResult result = skald.wait();
  INFO(result.err);
  CHECK(result.code == 0);
  CHECK_THAT(result.err, Catch::Contains("in one long transaction"));
  CHECK(count_runs(folder / "part.db", "status = 'ok'") == 16);
}

}  // namespace passing_trouble_test
