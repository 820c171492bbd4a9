#include "store/writer_lock.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "sample_records.hpp"
#include "store/store.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

// Starts a process that takes the lock, says so, and waits to be killed.
pid_t fork_holder(const std::filesystem::path& database) {
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const WriterLock lock(database);
    const char byte = 1;
    if (write(ready[1], &byte, 1) == 1) pause();
    _exit(1);
  }
  close(ready[1]);
  char byte = 0;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  close(ready[0]);
  return child;
}

}  // namespace

TEST_CASE("a second writer is told who holds the lock, and gets it once that process is dead") {
  const TemporaryFolder folder;
  const pid_t child = fork_holder(folder / "r.db");
  CHECK_THROWS_WITH(WriterLock(folder / "r.db"),
                    Catch::Contains("process " + std::to_string(child) + " on "));
  REQUIRE(writer_of(folder / "r.db"));
  CHECK_THAT(*writer_of(folder / "r.db"),
             Catch::StartsWith("process " + std::to_string(child) + " on "));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK_FALSE(writer_of(folder / "r.db"));  // its lock file was left over
  CHECK_NOTHROW(WriterLock(folder / "r.db"));
  CHECK(folder.names().empty());
}

TEST_CASE("a lock outlived by a child of its holder says so") {
  const TemporaryFolder folder;
  int gone[2];
  REQUIRE(pipe(gone) == 0);
  const pid_t holder = fork();
  if (holder == 0) {
    close(gone[1]);
    const WriterLock lock(folder / "r.db");
    if (fork() != 0) _exit(0);
    char byte = 0;  // the grandchild inherits the lock until the test closes the pipe
    _exit(read(gone[0], &byte, 1) == 0 ? 0 : 1);
  }
  waitpid(holder, nullptr, 0);
  CHECK_THROWS_WITH(WriterLock(folder / "r.db"), Catch::Contains("which has ended, but a process"));
  close(gone[0]);
  close(gone[1]);
}

TEST_CASE("a lock that moved is released once") {
  const TemporaryFolder folder;
  {
    WriterLock first(folder / "r.db");
    const WriterLock second(std::move(first));
    CHECK_THROWS_AS(WriterLock(folder / "r.db"), std::runtime_error);
  }
  CHECK_NOTHROW(WriterLock(folder / "r.db"));
}

TEST_CASE("looking who writes refuses no writer") {
  const TemporaryFolder folder;
  const auto file = folder / "a.db";
  std::atomic<bool> ends = false;
  std::thread looks([&] {
    while (!ends) writer_of(file);
  });
  int locked = 0;
  for (int round = 0; round < 300; ++round) {
    folder.write("a.db.lock", "left over");
    try {
      const WriterLock lock(file);
      ++locked;
    } catch (const std::runtime_error&) {
    }
  }
  ends = true;
  looks.join();
  CHECK(locked == 300);
}

TEST_CASE("a database is locked even if its lock file is removed or replaced") {
  const TemporaryFolder folder;
  { const Store made = Store::open(folder / "r.db"); }
  std::optional<WriterLock> first(folder / "r.db");
  first->hold_database();
  CHECK_FALSE(first->loss());
  SECTION("removed") {
    std::filesystem::remove(folder / "r.db.lock");
    CHECK_THAT(*first->loss(), Catch::Contains("r.db.lock was removed while this process wrote"));
    WriterLock second(folder / "r.db");  // finds a new lock file
    CHECK_THROWS_WITH(second.hold_database(),
                      Catch::Contains("is locked by a process that has lost"));
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("is being written by"));
  }
  SECTION("replaced") {
    folder.write("other", "");
    std::filesystem::rename(folder / "other", folder / "r.db.lock");
    CHECK_THAT(*first->loss(), Catch::Contains("r.db.lock was replaced by another file"));
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("is locked by a process"));
  }
  first.reset();
  CHECK_NOTHROW(Store::open(folder / "r.db"));
}

TEST_CASE("a lock file that has taken the place of a lost one is left to its owner") {
  const TemporaryFolder folder;
  std::optional<WriterLock> first(folder / "r.db");
  std::filesystem::remove(folder / "r.db.lock");
  const WriterLock second(folder / "r.db");
  first.reset();
  CHECK(std::filesystem::exists(folder / "r.db.lock"));
  CHECK(writer_of(folder / "r.db"));
}
