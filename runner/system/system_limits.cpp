#include "system/system_limits.hpp"

#include "text/number_text.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr rlim_t kUsualStack = 8 << 20, kLeastStack = 1 << 20;

constexpr std::uint64_t kLeast = 128;    // for the plugins, each of which takes a descriptor
constexpr std::uint64_t kOfWorker = 3;   // its socket, its output and its pidfd
constexpr std::uint64_t kReserved = 24;  // for the database and for starting a worker

std::uint64_t open_files() {
  std::error_code error;
  const fs::directory_iterator files("/proc/self/fd", error);
  return error ? 0 : static_cast<std::uint64_t>(std::distance(files, fs::directory_iterator()));
}

}  // namespace

void outlive_file_size_limit() { ::signal(SIGXFSZ, SIG_IGN); }

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

OpenFilesLimit::OpenFilesLimit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  before_ = now_ = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) == 0) now_ = limit.rlim_max;
  if (now_ >= kLeast) return;
  throw std::runtime_error(fmt::format(
      "the limit on open files is {} and cannot be raised, expected {} or more (ulimit -n)", now_,
      kLeast));
}

OpenFilesLimit::Allowance OpenFilesLimit::allow(std::size_t wanted) const {
  Allowance allowance{.workers = wanted, .notice = std::nullopt};
  const std::uint64_t others = open_files() + kReserved, needed = others + kOfWorker * wanted;
  if (needed <= before_) return allowance;
  if (needed <= now_) {
    allowance.notice = fmt::format("the limit on open files was raised from {} to {} for {}",
                                   before_, now_, text::counted(wanted, "worker"));
    return allowance;
  }
  const std::uint64_t left = now_ > others ? now_ - others : 0;
  allowance.workers = std::clamp<std::size_t>(left / kOfWorker, 1, wanted);
  allowance.notice =
      fmt::format("the limit on open files is {}: {} instead of {}, which need {} (ulimit -n)",
                  now_, text::counted(allowance.workers, "worker"), wanted, needed);
  return allowance;
}

}  // namespace skald
