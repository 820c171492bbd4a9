#include "worker/process_restorer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <system_error>

#include "threads/floating_point_mode.hpp"

extern char** environ;

namespace skald {
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

}  // namespace

ProcessRestorer::ProcessRestorer()
    : mask_(present_umask()),
      folder_(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
      locale_(std::setlocale(LC_ALL, nullptr)),
      variables_(variables()) {
  if (folder_ < 0) throw std::system_error(errno, std::generic_category(), "the working directory");
  for (const auto resource : kResources) {
    limits_.push_back({resource, {}});
    ::getrlimit(resource, &limits_.back().value);
  }
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
  for (const Limit& limit : limits_) ::setrlimit(limit.resource, &limit.value);
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

}  // namespace skald
