#include "store/backup.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "sample_records.hpp"
#include "sound_database.hpp"
#include "test.hpp"

namespace backup_test {

using namespace skald::store;
using namespace skald_test;

namespace {

constexpr std::chrono::milliseconds timeout{1000};

void fill(const std::filesystem::path& file) {
  Store store = Store::open(file);
  store.record(sample_run(declare_toy(store), "a", 0, std::vector<double>(20000, 0.5)));
}

// Makes a backup in a child process, in which no file may grow beyond `bytes`. `action` handles the
// signal of an attempt to write more. Returns the status of wait().
int back_up_within(const std::filesystem::path& file, std::uintmax_t bytes, void (*action)(int)) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, action);
    const rlimit limit{bytes, bytes}, no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_backup(Connection(file, Access::write, timeout), 7);
    } catch (const std::exception&) {
      _exit(3);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("a process killed in the middle of a backup leaves no file that looks like one") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  fill(file);
  const int status = back_up_within(file, std::filesystem::file_size(file) / 2, SIG_DFL);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGXFSZ);
  CHECK_FALSE(std::filesystem::exists(folder / "r.db.version-7.backup"));
  CHECK(unfinished_backups(file) ==
        std::vector<std::filesystem::path>{folder / "r.db.version-7.unfinished"});
  CHECK_FALSE(check_of(file, "backups").is_good);

  const auto backup = write_backup(Connection(file, Access::write, timeout), 7);
  CHECK(backup == folder / "r.db.version-7.backup");
  CHECK(unfinished_backups(file).empty());
  CHECK(StoreReader(backup).results_hash() == StoreReader(file).results_hash());
}

TEST_CASE("a disk that is full leaves neither a backup nor a part of one") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  fill(file);
  const int status = back_up_within(file, std::filesystem::file_size(file) / 2, SIG_IGN);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(folder.names() == std::vector<std::string>{"r.db"});
}

}  // namespace backup_test
