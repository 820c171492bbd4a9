#include "interrupt.hpp"

#include <signal.h>

#include <atomic>

namespace skald {
namespace {

std::atomic<int> interrupts{0};
static_assert(std::atomic<int>::is_always_lock_free);
struct sigaction former_int, former_term;

void count_interrupt(int) { interrupts.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

InterruptCounter::InterruptCounter() {
  interrupts = 0;
  struct sigaction action {};
  action.sa_handler = count_interrupt;
  ::sigaction(SIGINT, &action, &former_int);
  ::sigaction(SIGTERM, &action, &former_term);
}

InterruptCounter::~InterruptCounter() {
  ::sigaction(SIGINT, &former_int, nullptr);
  ::sigaction(SIGTERM, &former_term, nullptr);
}

int InterruptCounter::count() const { return interrupts.load(std::memory_order_relaxed); }

}  // namespace skald
