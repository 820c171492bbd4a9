// Signals that ask a program to end.
#pragma once

namespace skald {

// From its construction on, SIGINT (Ctrl-C), SIGTERM and SIGHUP only count; at its end the former
// handling is back.
class InterruptCounter {
 public:
  InterruptCounter();
  ~InterruptCounter();
  InterruptCounter(const InterruptCounter&) = delete;
  InterruptCounter& operator=(const InterruptCounter&) = delete;

  // Of SIGINT.
  int count() const;
  // SIGTERM or SIGHUP, whichever came last; 0: none has.
  int shutdown() const;
};

}  // namespace skald
