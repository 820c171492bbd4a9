#include "system/crash_point.hpp"

#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string>

namespace skald {
namespace {

pid_t runner = -1;  // of this worker; -1 in the runner

struct Wish {
  std::string where;  // a point or a role; "": none
  long left = 0;      // number of times until the crash
};

Wish read_wish() {
  const char* text = std::getenv("SKALD_CRASH_AT");
  const std::string_view wish = text == nullptr ? "" : text;
  const std::size_t colon = wish.find(':');
  if (colon == std::string_view::npos) return {};
  long count = 0;
  std::from_chars(wish.data() + colon + 1, wish.data() + wish.size(), count);
  return {std::string(wish.substr(0, colon)), count};
}

Wish& wish() {
  static Wish wish = read_wish();
  return wish;
}

bool is_meant(CrashPoint point) {
  const std::string_view name = kAllCrashPoints[static_cast<std::size_t>(point)];
  return wish().where == name || wish().where == (runner > 0 ? "worker" : "runner");
}

bool has_runner() { return runner > 0 && ::getppid() == runner; }

}  // namespace

void crash_points_of_worker() { runner = ::getppid(); }

void hold_runner_for(CrashPoint point) {
  if (is_meant(point) && wish().left == 1 && has_runner()) ::kill(runner, SIGSTOP);
}

void crash_point(CrashPoint point) {
  if (!is_meant(point) || --wish().left != 0) return;
  if (has_runner()) ::kill(runner, SIGKILL);
  ::kill(::getpid(), SIGKILL);
}

}  // namespace skald
