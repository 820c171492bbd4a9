#include "worker/process_state.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cstdlib>
#include <functional>

#include "catch.hpp"

using namespace skald;

namespace {

// Whether process_state() shows, in a fresh process, that `change` has changed it.
bool is_seen(const std::function<void()>& change) {
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string before = process_state();
    change();
    ::_exit(process_state() == before ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status) == 1;
}

void limit(int resource, rlim_t value) {
  rlimit limit{};
  ::getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  limit.rlim_cur = value;
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

}  // namespace

TEST_CASE("what a run leaves changed in its process is seen") {
  CHECK_FALSE(is_seen([] {}));
  CHECK(is_seen([] { std::fesetround(FE_UPWARD); }));
  CHECK(is_seen([] { limit(RLIMIT_NOFILE, 20); }));
  CHECK(is_seen([] { limit(RLIMIT_FSIZE, 1000); }));
  CHECK(is_seen([] { ::umask(0777); }));
  CHECK(is_seen([] { ::signal(SIGUSR1, SIG_IGN); }));
  CHECK(is_seen([] {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
  }));
  CHECK(is_seen([] { static_cast<void>(::chdir("/")); }));
  CHECK(is_seen([] { std::setlocale(LC_ALL, "C.UTF-8"); }));
  CHECK(is_seen([] { ::setenv("SKALD_TEST", "changed", 1); }));
  CHECK(is_seen([] { static_cast<void>(::open("/dev/null", O_RDONLY)); }));
  CHECK(is_seen([] { ::alarm(1000); }));
  CHECK(is_seen([] {
    if (::fork() == 0) {
      ::sleep(1);
      ::_exit(0);
    }
  }));
}

TEST_CASE("floating-point operations that happen leave no trace") {
  CHECK_FALSE(is_seen([] {
    volatile double zero = 0, one = 1;
    volatile double result = one / zero;
    static_cast<void>(result);
  }));
}
