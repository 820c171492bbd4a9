#include "crash_point.hpp"

#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace skald {
namespace {

constexpr long kNever = -1;

bool is_worker = false;

// How many moments are left; kNever where this process is not to crash.
long crash_at() {
  const char* text = std::getenv("SKALD_CRASH_AT");
  if (text == nullptr) return kNever;
  std::string_view wish = text;
  const std::string_view role = is_worker ? "worker:" : "runner:";
  if (wish.substr(0, role.size()) != role) return kNever;
  wish.remove_prefix(role.size());
  long count = kNever;
  std::from_chars(wish.data(), wish.data() + wish.size(), count);
  return count;
}

}  // namespace

void crash_points_of_worker() { is_worker = true; }

void crash_point() {
  static long left = crash_at();
  if (left == kNever || --left > 0) return;
  if (is_worker) ::kill(::getppid(), SIGKILL);
  ::kill(::getpid(), SIGKILL);
}

}  // namespace skald
