#include "system/underway.hpp"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.hpp"

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
