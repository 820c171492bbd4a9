// Whether the calling thread is in a section that several threads perform.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

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

// How long sections take, from which follows on how many threads the next one pays.

// Keeps the time of one call for some places in the code. An estimate follows by at most a factor
// of two at a time, and is renewed at once after it has grown: a section during which the thread
// was suspended has no lasting effect.
class SectionTimes {
 public:
  using Nanoseconds = double;

  // A section has so many threads that each has this much to do: some times what it takes them to
  // begin and end one together (about 1 us, or 5 us if they sleep).
  static constexpr Nanoseconds kWorthOfThread = 5000;

  // One place's estimate; valid until the next call of at().
  class Place {
   public:
    // The threads that pay for n calls, at most `most`; 1 while nothing is known.
    int worth(std::int64_t n, int most) const {
      const double threads = static_cast<double>(n) * each_ / kWorthOfThread;
      return static_cast<int>(std::clamp(threads, 1.0, static_cast<double>(most)));
    }
    // Whether the next section is to be timed. One that is done on one thread is timed rarely,
    // since it may be shorter than a look at the clock.
    bool is_due() { return age_++ % kBetweenTimes == 0; }
    // Takes the time of n calls.
    void take(std::int64_t n, Nanoseconds time) {
      const Nanoseconds each = time / static_cast<double>(n);
      if (each > 1.5 * each_) age_ = 0;
      each_ = each_ == 0 ? each : std::clamp(each, each_ / 2, each_ * 2);
    }

   private:
    friend class SectionTimes;
    static constexpr std::uint32_t kBetweenTimes = 32;
    const void* key_ = nullptr;
    Nanoseconds each_ = 0;
    std::uint32_t age_ = 0;
  };

  // The place with that key; it replaces another one if all are taken.
  Place& at(const void* key) {
    Place& place = places_[reinterpret_cast<std::uintptr_t>(key) / 16 % places_.size()];
    if (place.key_ != key) {
      place = {};
      place.key_ = key;
    }
    return place;
  }

 private:
  std::array<Place, 16> places_{};
};

}  // namespace skald::threads
