#include "worker/process_state.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>

#include "test.hpp"

namespace process_state_test {

namespace {

void ignore(int) {}

void limit(__rlimit_resource resource, rlim_t value) {
  rlimit limit{};
  ::getrlimit(resource, &limit);
  limit.rlim_cur = value;
  ::setrlimit(resource, &limit);
}

enum class Trace { none, put_right, lasting };

// What process_state() shows of a change to a fresh process, before and after restore().
Trace trace_of(const std::function<void()>& change) {
  const pid_t child = ::fork();
  if (child == 0) {
    Trace trace = Trace::none;
    {
      const ProcessRestorer restorer;
      const std::string before = process_state();
      change();
      if (process_state() != before) trace = Trace::put_right;
      restorer.restore();
      if (process_state() != before) trace = Trace::lasting;
    }
    ::_exit(static_cast<int>(trace));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return static_cast<Trace>(WEXITSTATUS(status));
}

}  // namespace

TEST_CASE("what a run changes in its process is seen and can be put right") {
  const std::vector<std::pair<const char*, std::function<void()>>> changes{
      {"rounding", [] { std::fesetround(FE_UPWARD); }},
      {"umask", [] { ::umask(0777); }},
      {"folder", [] { REQUIRE(::chdir("/") == 0); }},
      {"locale", [] { REQUIRE(std::setlocale(LC_ALL, "C.UTF-8") != nullptr); }},
      {"a variable more", [] { ::setenv("SKALD_TEST_MORE", "a=b", 1); }},
      {"a variable less", [] { ::unsetenv("PATH"); }},
      {"limit on files", [] { limit(RLIMIT_NOFILE, 20); }},
      {"limit on sizes", [] { limit(RLIMIT_FSIZE, 1000); }},
      {"handler", [] { ::signal(SIGUSR1, ignore); }},
      {"ignored signal", [] { ::signal(SIGUSR1, SIG_IGN); }},
      {"mask",
       [] {
         sigset_t all;
         ::sigfillset(&all);
         ::sigprocmask(SIG_BLOCK, &all, nullptr);
       }},
      {"alarm", [] { ::alarm(1000); }},
      {"timer", [] {
         const itimerval hour{{}, {3600, 0}};
         ::setitimer(ITIMER_REAL, &hour, nullptr);
       }}};
  for (const auto& [name, change] : changes) {
    INFO(name);
    CHECK(trace_of(change) == Trace::put_right);
  }
}

TEST_CASE("descriptors and children that a run leaves are seen, and last") {
  CHECK(trace_of([] { static_cast<void>(::open("/dev/null", O_RDONLY)); }) == Trace::lasting);
  CHECK(trace_of([] {
          if (::fork() == 0) {
            ::sleep(1);
            ::_exit(0);
          }
        }) == Trace::lasting);
}

TEST_CASE("floating-point operations that happen leave no trace") {
  CHECK(trace_of([] {}) == Trace::none);
  CHECK(trace_of([] {
          volatile double zero = 0, one = 1;
          volatile double result = one / zero;
          static_cast<void>(result);
        }) == Trace::none);
}

}  // namespace process_state_test
