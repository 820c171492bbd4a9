// Simulates signals that interrupt system calls, and records what was synced.
#pragma once

#include <string>
#include <vector>

namespace skald::test {

// While an object of this class lives, the first `count` calls of each of write(2), fsync(2) and
// waitid(2) in this process do nothing and fail with EINTR, like calls that a signal has
// interrupted.
class InterruptedCalls {
 public:
  explicit InterruptedCalls(int count);
  ~InterruptedCalls();
  InterruptedCalls(const InterruptedCalls&) = delete;
  InterruptedCalls& operator=(const InterruptedCalls&) = delete;

  // The files and folders that were synced since construction.
  static const std::vector<std::string>& synced();
};

}  // namespace skald::test
