// Signals that come in the middle of system calls, and a record of what was synced.
#pragma once

#include <string>
#include <vector>

namespace skald::test {

// As long as it lives, the first `count` calls of each of write(2), fsync(2) and waitid(2) in this
// process do nothing and fail with EINTR, as a call does that a signal has interrupted.
class InterruptedCalls {
 public:
  explicit InterruptedCalls(int count);
  ~InterruptedCalls();
  InterruptedCalls(const InterruptedCalls&) = delete;
  InterruptedCalls& operator=(const InterruptedCalls&) = delete;

  // The files and folders that were synced since.
  static const std::vector<std::string>& synced();
};

}  // namespace skald::test
