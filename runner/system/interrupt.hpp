// Signals that ask a program to end.
#pragma once

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
};

}  // namespace skald
