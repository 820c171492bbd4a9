// Standard streams that are closed, full or without a reader.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "system/standard_streams.hpp"
#include "test.hpp"

namespace {

// Runs `skald ARGUMENTS REDIRECTION` in a shell. Returns the exit code.
int code_of(const TemporaryFolder& folder, const std::string& arguments,
            const std::string& redirection) {
  const std::string command = "cd '" + folder.path().string() + "' && '" SKALD_EXECUTABLE "' " +
                              arguments + " " + redirection;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string run_arguments(const std::string& more) {
  std::string text;
  for (const std::string& word : walk_command("run", "results.db", {"-j", "2"})) text += word + " ";
  return text + more;
}

std::size_t good_runs(const TemporaryFolder& folder) {
  return store::StoreReader(folder.path() / "results.db")
      .query("SELECT hash FROM runs WHERE status = 'ok'")
      .rows.size();
}

}  // namespace

TEST_CASE("short output that cannot be written is an error") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
  CHECK(code_of(folder, "query results.db 'select 1'", ">/dev/null 2>&1") == 0);
  CHECK(code_of(folder, "query results.db 'select 1'", ">/dev/full 2>/dev/null") == 3);
  CHECK(code_of(folder, "query results.db 'select 1'", ">&- 2>/dev/null") == 3);
}

TEST_CASE("a sweep goes on without screen and reader, and no worker receives what is printed") {
  for (const std::string redirection :
       {"2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full", "2>&1 | true"}) {
    INFO(redirection);
    const TemporaryFolder folder;
    folder.write("grid.json", walk_grid("phase", R"({"range": [0, 9, 1]})"));
    CHECK(code_of(folder, run_arguments(""), redirection) == 0);
    CHECK(good_runs(folder) == 10);
  }
}

TEST_CASE("events that nobody takes are an error in the end, and all runs are stored") {
  for (const std::string redirection : {">&- 2>/dev/null", ">/dev/full 2>/dev/null"}) {
    INFO(redirection);
    const TemporaryFolder folder;
    folder.write("grid.json", walk_grid("phase", R"({"range": [0, 9, 1]})"));
    CHECK(code_of(folder, run_arguments("--json"), redirection) == 3);
    CHECK(good_runs(folder) == 10);
  }
}

namespace underway_test {
namespace {

void work(std::size_t of, double quiet) {
  Underway underway("building cells", of, Underway::Seconds(quiet));
  for (std::size_t done : {0, 7, 30}) underway.at(done);
}

// What a child process writes to its standard error, which is a terminal or a pipe.
template <class Do>
std::string told(bool on_terminal, const Do& act) {
  int ends[2] = {-1, -1};
  REQUIRE((on_terminal ? ::openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) : ::pipe(ends)) ==
          0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    ::dup2(ends[1], STDERR_FILENO);
    act();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  ::close(ends[1]);
  std::string text(4096, 0);
  const ssize_t size = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  return text.substr(0, size > 0 ? static_cast<std::size_t>(size) : 0);
}

}  // namespace

TEST_CASE("work that takes longer is told, in lines or in one line of a terminal") {
  CHECK(told(false, [] { work(30, 0); }) ==
        "building cells: 0 of 30, 0 s\nbuilding cells: 7 of 30, 0 s\n"
        "building cells: 30 of 30, 0 s\n");
  const std::string erase = "\x1b[K";
  CHECK(told(true, [] { work(0, 0); }) == "\rbuilding cells: 0, 0 s" + erase +
                                              "\rbuilding cells: 7, 0 s" + erase +
                                              "\rbuilding cells: 30, 0 s" + erase + "\r" + erase);
}

TEST_CASE("of work that is soon done nothing is told") {
  CHECK(told(false, [] { work(30, 60); }).empty());
  CHECK(told(true, [] { work(30, 60); }).empty());
}

}  // namespace underway_test
