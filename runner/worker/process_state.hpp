// The state of a process that one run could change and the next one would see: tells and restores
// it.
#pragma once

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
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

// Limits and measures the memory of a run from inside its process.

// While an object of this class lives, allocations fail beyond `bytes` of resident memory: the data
// segment may grow by what is left of them at construction. If `bytes` is empty, there is no limit.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::optional<std::int64_t> bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  std::optional<std::uint64_t> former_;  // the former limit, if it was changed
};

// Has this process keep up to 8 MiB of what a run frees for the next one: short runs would
// otherwise spend much of their time on page faults.
void keep_freed_memory();

// Returns freed memory beyond these 8 MiB to the system and resets the peak.
void reset_peak_memory();
// Returns the most resident bytes since reset_peak_memory(), among them up to 8 MiB that earlier
// runs have freed; 0 if unknown.
std::int64_t peak_memory();

}  // namespace skald
