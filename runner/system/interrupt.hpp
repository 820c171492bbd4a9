// Signals that ask a program to end.
#pragma once

#include <chrono>

namespace skald {

// While an object of this class lives, SIGINT (Ctrl-C), SIGTERM and SIGHUP are only counted. The
// destructor restores the former handling.
class InterruptCounter {
 public:
  InterruptCounter();
  ~InterruptCounter();
  InterruptCounter(const InterruptCounter&) = delete;
  InterruptCounter& operator=(const InterruptCounter&) = delete;

  // The number of SIGINTs.
  int count() const;
  // SIGTERM or SIGHUP, whichever came last; 0 if neither has come.
  int shutdown() const;
  // Whether any of these signals has come.
  bool has_come() const { return count() > 0 || shutdown() != 0; }
  // Waits that long, or until a signal has come.
  void wait(std::chrono::steady_clock::duration longest) const;
};

}  // namespace skald
