// What is left of a results database after a killed writer or on a full disk.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "sample_records.hpp"
#include "store/store.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

constexpr int points_per_run = 500;

record::RunRecord long_run(std::int64_t study, std::int64_t replicate) {
  std::vector<double> values(points_per_run, static_cast<double>(replicate));
  return sample_run(study, "a", replicate, values);
}

// Records runs one after the other and writes a byte to `progress` after each.
[[noreturn]] void write_until_killed(const std::filesystem::path& file, int progress) {
  try {
    Store store = Store::open(file);
    const auto study = declare_toy(store);
    for (std::int64_t replicate = 0;; ++replicate) {
      const std::vector<std::string> hash{"a-" + std::to_string(replicate)};
      if (!store.finished(hash).empty()) continue;
      store.record(long_run(study, replicate));
      if (write(progress, "", 1) != 1) _exit(1);
    }
  } catch (...) {
    _exit(1);
  }
}

// Starts a writer and kills it `delay` after it has recorded `runs` runs.
void start_and_kill(const std::filesystem::path& file, int runs, std::chrono::microseconds delay) {
  int progress[2];
  REQUIRE(pipe(progress) == 0);
  const pid_t child = fork();
  if (child == 0) write_until_killed(file, progress[1]);
  close(progress[1]);
  char byte = 0;
  for (int r = 0; r < runs; ++r) REQUIRE(read(progress[0], &byte, 1) == 1);
  std::this_thread::sleep_for(delay);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  close(progress[0]);
  REQUIRE(WIFSIGNALED(status));
}

std::int64_t number(const std::filesystem::path& file, const std::string& sql) {
  return std::get<std::int64_t>(StoreReader(file).query(sql).rows.at(0).at(0));
}

}  // namespace

TEST_CASE("a writer killed at any moment leaves complete runs, and the next one goes on") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  std::int64_t before = 0;
  for (int life = 0; life < 16; ++life) {
    // The first lives end while the file is made, the later ones between or within runs.
    const int runs = std::max(0, life - 7);
    start_and_kill(file, runs, std::chrono::microseconds(life < 8 ? 2000 * life : 217 * life));

    const Store store = Store::open(file);  // recovers
    const std::int64_t run_count = number(file, "SELECT count(*) FROM runs");
    CHECK(run_count >= before + runs);
    CHECK(number(file, "SELECT count(*) FROM points") == run_count * points_per_run);
    CHECK(number(file, "SELECT coalesce(max(replicate) + 1, 0) FROM runs") == run_count);
    before = run_count;
  }
  CHECK(before > 0);
  CHECK(number(file, "SELECT count(*) FROM run_table WHERE accuracy = replicate") == before);
  CHECK(StoreReader(file).query("PRAGMA integrity_check").rows[0][0] ==
        record::SqlValue(std::string("ok")));
}

// Writes runs, then has SQLite checkpoint them into the main file, which may not grow, so that the
// checkpoint fails halfway. Exits without closing anything.
[[noreturn]] void break_off_checkpoint(const std::filesystem::path& file) {
  Store store = Store::open(file);
  const auto study = declare_toy(store);
  for (std::int64_t replicate = 0; replicate < 20; ++replicate) {
    store.record(long_run(study, replicate));
  }
  std::signal(SIGXFSZ, SIG_IGN);
  const auto size = static_cast<rlim_t>(std::filesystem::file_size(file));
  const rlimit limit{size + 4096, size + 4096};
  setrlimit(RLIMIT_FSIZE, &limit);
  try {
    Connection(file, Access::write, std::chrono::seconds(1)).execute("PRAGMA wal_checkpoint");
  } catch (const std::runtime_error&) {
    _exit(0);
  }
  _exit(1);
}

TEST_CASE("a checkpoint that broke off on a full disk is finished by the next writer") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  const pid_t child = fork();
  if (child == 0) break_off_checkpoint(file);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) == 0);

  CHECK(number(file, "SELECT count(*) FROM runs") == 20);
  { Store store = Store::open(file); }
  CHECK(number(file, "SELECT count(*) FROM points") == 20 * points_per_run);
  CHECK(StoreReader(file).query("PRAGMA integrity_check").rows[0][0] ==
        record::SqlValue(std::string("ok")));
}

TEST_CASE("a disk that is full stops the run that does not fit, and no other") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  std::int64_t study = 0;
  {
    Store store = Store::open(file);
    study = declare_toy(store);
    store.record(long_run(study, 0));
  }
  const pid_t child = fork();
  if (child == 0) {
    // No file of this process may grow beyond 1 MiB.
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1 << 20, 1 << 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    int refusals = 0;
    Store store = Store::open(file);
    for (std::int64_t replicate = 1; replicate < 200 && refusals == 0; ++replicate) {
      try {
        store.record(long_run(study, replicate));
      } catch (const std::runtime_error&) {
        ++refusals;
      }
    }
    _exit(refusals == 1 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);

  Store store = Store::open(file);
  const std::int64_t runs = number(file, "SELECT count(*) FROM runs");
  CHECK(runs > 1);
  CHECK(runs < 200);
  CHECK(number(file, "SELECT count(*) FROM points") == runs * points_per_run);
  store.record(long_run(study, 500));
  CHECK(number(file, "SELECT count(*) FROM runs") == runs + 1);
}
