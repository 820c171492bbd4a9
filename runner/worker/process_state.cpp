#include "worker/process_state.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <system_error>

#include "system/program.hpp"
#include "threads/floating_point_mode.hpp"

extern char** environ;

namespace skald {

namespace fs = std::filesystem;
namespace {

constexpr std::array kResources{RLIMIT_AS,    RLIMIT_CORE,   RLIMIT_CPU,   RLIMIT_DATA,
                                RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_STACK};
constexpr std::array kTimers{ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};

mode_t present_umask() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mask;
}

std::vector<std::string> variables() {
  std::vector<std::string> all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    all.emplace_back(*variable);
  }
  return all;
}

std::string floating_point() {
  const threads::FloatingPointMode mode = threads::floating_point_mode();
  return fmt::format("rounding {} mode {:x}\n", mode.rounding, mode.control);
}

std::string limits() {
  std::string text;
  for (const auto resource : kResources) {
    rlimit limit{};
    ::getrlimit(resource, &limit);
    text +=
        fmt::format("limit {} {} {}\n", static_cast<int>(resource), limit.rlim_cur, limit.rlim_max);
  }
  return text;
}

std::string surroundings() {
  std::error_code gone;
  std::string text = fmt::format("umask {:o}\nfolder {}\nlocale {}\npriority {}\n", present_umask(),
                                 fs::current_path(gone).string(), std::setlocale(LC_ALL, nullptr),
                                 ::getpriority(PRIO_PROCESS, 0));
  const std::vector<std::string> all = variables();
  for (const std::string& variable : std::set(all.begin(), all.end())) text += variable + "\n";
  return text;
}

std::string signals() {
  std::string text;
  sigset_t blocked;
  ::sigemptyset(&blocked);
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
  for (int number = 1; number < SIGRTMAX; ++number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0) continue;
    text += fmt::format("signal {} {:x} {}\n", number,
                        reinterpret_cast<std::uintptr_t>(action.sa_handler),
                        ::sigismember(&blocked, number));
  }
  for (const auto timer : kTimers) {
    itimerval value{};
    ::getitimer(timer, &value);
    const bool runs = value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0;
    text += fmt::format("timer {} {}\n", static_cast<int>(timer), runs);
  }
  return text;
}

// Returns the open descriptors and their targets. A data file that a model keeps mapped is not
// among them.
std::string descriptors() {
  std::string text;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd", gone)) {
    const std::string target = fs::read_symlink(entry.path(), gone).string();
    // Skip the list itself, and the copies of libraries that stay open once they are loaded.
    if (target.rfind("/proc/", 0) == 0 || target.rfind("/memfd:", 0) == 0) continue;
    text += fmt::format("descriptor {} {}\n", entry.path().filename().string(), target);
  }
  return text;
}

}  // namespace

std::string process_state() {
  return floating_point() + limits() + surroundings() + signals() + descriptors() +
         fmt::format("children {}\n", children().size());
}

FileLimits file_limits() {
  rlimit descriptors{}, bytes{};
  ::getrlimit(RLIMIT_NOFILE, &descriptors);
  ::getrlimit(RLIMIT_FSIZE, &bytes);
  return {descriptors.rlim_cur, bytes.rlim_cur};
}

ProcessRestorer::ProcessRestorer()
    : mask_(present_umask()),
      folder_(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
      locale_(std::setlocale(LC_ALL, nullptr)),
      variables_(variables()) {
  static_assert(kResources.size() == std::tuple_size_v<decltype(limits_)>);
  if (folder_ < 0) throw std::system_error(errno, std::generic_category(), "the working directory");
  for (std::size_t i = 0; i < kResources.size(); ++i) ::getrlimit(kResources[i], &limits_[i]);
  for (int number = 1; number < NSIG; ++number) {
    ::sigaction(number, nullptr, &actions_[static_cast<std::size_t>(number)]);
  }
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked_);
  for (std::size_t i = 0; i < kTimers.size(); ++i) ::getitimer(kTimers[i], &timers_[i]);
}

ProcessRestorer::~ProcessRestorer() { ::close(folder_); }

void ProcessRestorer::restore() const {
  threads::reset_floating_point();
  // Timers come first, so that no timer of the run reaches the former signal handlers.
  for (std::size_t i = 0; i < kTimers.size(); ++i) ::setitimer(kTimers[i], &timers_[i], nullptr);
  for (int number = 1; number < NSIG; ++number) {
    ::sigaction(number, &actions_[static_cast<std::size_t>(number)], nullptr);
  }
  ::sigprocmask(SIG_SETMASK, &blocked_, nullptr);
  for (std::size_t i = 0; i < kResources.size(); ++i) ::setrlimit(kResources[i], &limits_[i]);
  ::umask(mask_);
  [[maybe_unused]] const int is_lost = ::fchdir(folder_);
  std::setlocale(LC_ALL, locale_.c_str());
  restore_environment();
}

void ProcessRestorer::restore_environment() const {
  if (variables() == variables_) return;
  ::clearenv();
  for (const std::string& variable : variables_) {
    const std::size_t sign = variable.find('=', 1);
    if (sign == std::string::npos) continue;
    ::setenv(variable.substr(0, sign).c_str(), variable.c_str() + sign + 1, 1);
  }
}

namespace {

constexpr int kKept = 8 << 20;  // bytes of freed memory that stay with the process between runs

// Returns an entry of /proc/self/status in bytes; 0 if unknown. Read at once, as every run asks.
std::int64_t status_entry(const std::string& name) {
  std::string text(1 << 13, '\0');
  std::ifstream status("/proc/self/status");
  status.read(text.data(), std::ssize(text));
  const std::string key = "\n" + name + ":";
  const std::size_t found = text.find(key);
  return found == text.npos ? 0 : std::atoll(text.c_str() + found + key.size()) * 1024;
}

rlimit data_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_DATA, &limit);
  return limit;
}

void set_data_limit(rlim_t bytes) {
  rlimit limit = data_limit();
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  ::setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace

MemoryLimit::MemoryLimit(std::optional<std::int64_t> bytes) {
  if (!bytes) return;
  ::malloc_trim(0);  // so that what earlier runs left does not count
  const std::int64_t data = status_entry("VmData");
  if (data == 0) return;
  const std::int64_t left = std::max<std::int64_t>(*bytes - status_entry("VmRSS"), 0);
  former_ = data_limit().rlim_cur;
  set_data_limit(static_cast<rlim_t>(data + left));
}

MemoryLimit::~MemoryLimit() {
  if (former_) set_data_limit(*former_);
}

void keep_freed_memory() {
  // Setting either switches off the C library's own adjustment of both; 32 MiB is as far as that
  // raises the second.
  ::mallopt(M_TRIM_THRESHOLD, kKept);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

void reset_peak_memory() {
  // A trim takes all free pages from the next run, and it is to have those again.
  if (::mallinfo2().fordblks > kKept) ::malloc_trim(kKept);
  std::ofstream("/proc/self/clear_refs") << "5";
}

std::int64_t peak_memory() { return status_entry("VmHWM"); }

}  // namespace skald
