#include "worker/process_state.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <clocale>
#include <cstring>
#include <filesystem>
#include <set>
#include <vector>
#include "system/children.hpp"
#include "threads/floating_point_mode.hpp"

extern char** environ;

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr std::array kLimits{RLIMIT_AS,    RLIMIT_CORE,   RLIMIT_CPU,   RLIMIT_DATA,
                             RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_STACK};

std::string floating_point() {
  const threads::FloatingPointMode mode = threads::floating_point_mode();
  return fmt::format("rounding {} mode {:x}\n", mode.rounding, mode.control);
}

std::string limits() {
  std::string text;
  for (const auto resource : kLimits) {
    rlimit limit{};
    ::getrlimit(resource, &limit);
    text +=
        fmt::format("limit {} {} {}\n", static_cast<int>(resource), limit.rlim_cur, limit.rlim_max);
  }
  return text;
}

std::string surroundings() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  std::error_code gone;
  std::string text = fmt::format("umask {:o}\nfolder {}\nlocale {}\npriority {}\n", mask,
                                 fs::current_path(gone).string(), std::setlocale(LC_ALL, nullptr),
                                 ::getpriority(PRIO_PROCESS, 0));
  std::set<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    variables.insert(*variable);
  }
  for (const std::string& variable : variables) text += variable + "\n";
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
  for (const auto timer : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
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

}  // namespace skald
