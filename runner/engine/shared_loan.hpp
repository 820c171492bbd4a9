// The account of the cores that a runner lends a worker, in memory that both map.
#pragma once

#include <memory>

#include "threads/cores.hpp"

namespace skald {

// The descriptor of that memory in a worker process.
inline constexpr int kLoanDescriptor = 4;

// The runner's end. Each worker has one of its own, which ends with it: whatever becomes of a
// worker, and whatever a plugin writes there, concerns no other one.
class SharedLoan {
 public:
  // Throws std::system_error if the system refuses.
  SharedLoan();
  ~SharedLoan();
  SharedLoan(const SharedLoan&) = delete;
  SharedLoan& operator=(const SharedLoan&) = delete;

  // For the child; closed by handed_over().
  int descriptor() const { return descriptor_; }
  void handed_over();
  threads::CoreLoan& loan() const { return *loan_; }

 private:
  int descriptor_ = -1;
  threads::CoreLoan* loan_ = nullptr;
};

// The worker's end: maps the memory behind kLoanDescriptor, which it closes, until the process
// ends. Null if there is none there.
threads::CoreLoan* loan_from_runner();

}  // namespace skald
