// Whether the calling thread is in a section that several threads perform.
#pragma once

#include <atomic>

namespace skald::threads {

// The slot of the call that this thread is in; -1 outside sections, and in those of one thread.
extern constinit thread_local long current_slot;

inline bool in_section() { return current_slot >= 0; }

// Adds to a total that other threads of a section may be adding to as well. Whole numbers below
// 2^53 add up to the same total in any order.
inline void add_to(double& total, double amount) {
  if (in_section()) {
    std::atomic_ref<double>(total).fetch_add(amount, std::memory_order_relaxed);
  } else {
    total += amount;
  }
}

}  // namespace skald::threads
