// Ctrl-C, counted.
#pragma once

namespace skald {

// From its construction on, SIGINT and SIGTERM only count; at its end the former handling is back.
class InterruptCounter {
 public:
  InterruptCounter();
  ~InterruptCounter();
  InterruptCounter(const InterruptCounter&) = delete;
  InterruptCounter& operator=(const InterruptCounter&) = delete;

  int count() const;
};

}  // namespace skald
