#include "system/interrupt.hpp"

#include <signal.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <thread>

namespace skald {
namespace {

constexpr std::array kCounted{SIGINT, SIGTERM, SIGHUP};

std::atomic<int> interrupts{0}, last_shutdown{0};
static_assert(std::atomic<int>::is_always_lock_free);
std::array<struct sigaction, kCounted.size()> former;

void count_interrupt(int) { interrupts.fetch_add(1, std::memory_order_relaxed); }
void note_shutdown(int number) { last_shutdown.store(number, std::memory_order_relaxed); }

}  // namespace

InterruptCounter::InterruptCounter() {
  interrupts = last_shutdown = 0;
  for (std::size_t i = 0; i < kCounted.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = kCounted[i] == SIGINT ? count_interrupt : note_shutdown;
    ::sigaction(kCounted[i], &action, &former[i]);
  }
}

InterruptCounter::~InterruptCounter() {
  for (std::size_t i = 0; i < kCounted.size(); ++i) {
    ::sigaction(kCounted[i], &former[i], nullptr);
  }
}

int InterruptCounter::count() const { return interrupts.load(std::memory_order_relaxed); }

int InterruptCounter::shutdown() const { return last_shutdown.load(std::memory_order_relaxed); }

void InterruptCounter::wait(std::chrono::steady_clock::duration longest) const {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (!has_come() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

}  // namespace skald
