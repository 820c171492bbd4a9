#include "threads/running_time.hpp"

#include <signal.h>

#include <mutex>
#include <system_error>
#include <thread>

namespace skald::threads {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{50}, kLongestSleep{250};

class RunningTime {
 public:
  RunningTime() : last_(Clock::now()) { start_ticking(); }

  std::chrono::nanoseconds now() {
    const std::scoped_lock lock(mutex_);
    const auto time = Clock::now();
    const auto slept = time - last_;
    if (is_ticking_ && slept > kLongestSleep) stopped_ += slept - kTick;
    last_ = time;
    return time.time_since_epoch() - stopped_;
  }

 private:
  // Without a thread, no stop is noticed. It gets no signals, which are for the other threads.
  void start_ticking() {
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread([this] { tick(); }).detach();
      is_ticking_ = true;
    } catch (const std::system_error&) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  [[noreturn]] void tick() {
    while (true) {
      std::this_thread::sleep_for(kTick);
      now();
    }
  }

  std::mutex mutex_;
  Clock::time_point last_;
  Clock::duration stopped_{};
  bool is_ticking_ = false;
};

}  // namespace

std::chrono::nanoseconds running_time() {
  static RunningTime& time = *new RunningTime;  // the thread may outlive static objects
  return time.now();
}

}  // namespace skald::threads
