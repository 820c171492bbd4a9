#include "worker/process_restorer.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cstdlib>
#include <functional>

#include "catch.hpp"
#include "worker/process_state.hpp"

namespace process_restorer_test {

using namespace skald;

namespace {

void ignore(int) {}

// Changes and restores a fresh process. Returns 0 if it is then as before, 1 if `change` has no
// visible effect, 2 if the process is not as before.
int outcome_of(const std::function<void()>& change) {
  const pid_t child = ::fork();
  if (child == 0) {
    int result = 0;
    {
      const ProcessRestorer restorer;
      const std::string before = process_state();
      change();
      if (process_state() == before) result = 1;
      restorer.restore();
      if (process_state() != before) result = 2;
    }
    ::_exit(result);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("what a run changes in its process can be put right") {
  const std::vector<std::pair<const char*, std::function<void()>>> changes{
      {"rounding", [] { std::fesetround(FE_UPWARD); }},
      {"umask", [] { ::umask(0777); }},
      {"folder", [] { REQUIRE(::chdir("/") == 0); }},
      {"locale", [] { REQUIRE(std::setlocale(LC_ALL, "C.UTF-8") != nullptr); }},
      {"a variable more", [] { ::setenv("SKALD_TEST_MORE", "a=b", 1); }},
      {"a variable less", [] { ::unsetenv("PATH"); }},
      {"limit",
       [] {
         rlimit limit{};
         ::getrlimit(RLIMIT_NOFILE, &limit);
         --limit.rlim_cur;
         ::setrlimit(RLIMIT_NOFILE, &limit);
       }},
      {"handler", [] { ::signal(SIGUSR1, ignore); }},
      {"mask",
       [] {
         sigset_t set;
         ::sigemptyset(&set);
         ::sigaddset(&set, SIGUSR2);
         ::sigprocmask(SIG_BLOCK, &set, nullptr);
       }},
      {"timer", [] {
         const itimerval hour{{}, {3600, 0}};
         ::setitimer(ITIMER_REAL, &hour, nullptr);
       }}};
  for (const auto& [name, change] : changes) {
    INFO(name);
    CHECK(outcome_of(change) == 0);
  }
}

}  // namespace process_restorer_test
