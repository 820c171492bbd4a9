// The state of a process that one run could change and the next one would see: tells and restores
// it.
#pragma once

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>

#include <array>
#include <string>
#include <vector>

namespace skald {

// Returns the process's floating-point environment (rounding, flushing of denormal numbers),
// resource limits, umask, working directory, locale, environment, signal handlers and mask, timers,
// open descriptors and children, as text. If two texts are equal, a run finds the same process at
// both times.
std::string process_state();

// What a process may do with files.
struct FileLimits {
  rlim_t descriptors = 0, bytes = 0;  // open ones (RLIMIT_NOFILE); of a file (RLIMIT_FSIZE)
};
FileLimits file_limits();

// Remembers what can be restored of process_state(): floating-point environment, resource limits,
// umask, working directory, locale, environment, signal handlers and mask, and timers. Descriptors
// and children cannot be restored.
class ProcessRestorer {
 public:
  // Throws std::system_error if the working directory cannot be opened.
  ProcessRestorer();
  ~ProcessRestorer();
  ProcessRestorer(const ProcessRestorer&) = delete;
  ProcessRestorer& operator=(const ProcessRestorer&) = delete;

  // Restores the state. What the system does not allow stays as it is.
  void restore() const;

 private:
  void restore_environment() const;

  mode_t mask_;
  int folder_;
  std::string locale_;
  std::vector<std::string> variables_;
  std::array<rlimit, 8> limits_{};
  std::array<struct sigaction, NSIG> actions_{};  // by number
  sigset_t blocked_{};
  std::array<itimerval, 3> timers_{};
};

}  // namespace skald
