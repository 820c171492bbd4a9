#include "system/stack.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <stdexcept>

namespace skald {
namespace {

constexpr rlim_t kUsualStack = 8 << 20, kLeastStack = 1 << 20;

}  // namespace

void provide_stack() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kUsualStack) return;
  limit.rlim_cur = std::min(limit.rlim_max, kUsualStack);
  if (limit.rlim_cur < kLeastStack || ::setrlimit(RLIMIT_STACK, &limit) != 0) {
    throw std::runtime_error(
        fmt::format("the stack is limited to {} KiB, expected at least {}: raise the limit "
                    "(ulimit -s {})",
                    limit.rlim_cur >> 10, kLeastStack >> 10, kUsualStack >> 10));
  }
  // The library has taken the size of threads' stacks from the limit as it was.
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, limit.rlim_cur);
  ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
}

}  // namespace skald
