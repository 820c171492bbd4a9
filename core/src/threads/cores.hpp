// How many cores a run may use besides the one that it has.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace skald::threads {

// Called by the threads of one run, one call at a time.
class Cores {
 public:
  virtual ~Cores() = default;

  // The most that this run will ever have.
  virtual int most() const = 0;
  // How many the run may have now, if nobody else holds them. Called before every call of a
  // section, so it takes only a few nanoseconds.
  virtual int share() = 0;
  // Holds `wanted` cores in place of those held so far, or as many as are free; fewer than before
  // are always granted. Returns their number.
  virtual int hold(int wanted) = 0;
};

// Always that many.
class FixedCores final : public Cores {
 public:
  explicit FixedCores(int count) : count_(count) {}
  int most() const override { return count_; }
  int share() override { return count_; }
  int hold(int wanted) override { return wanted; }

 private:
  int count_;
};

// At most `most` of the given cores; none if these are null.
class SomeCores final : public Cores {
 public:
  SomeCores(Cores* cores, int most)
      : cores_(cores), most_(cores == nullptr ? 0 : std::min(most, cores->most())) {}
  int most() const override { return most_; }
  int share() override { return most_ == 0 ? 0 : std::min(most_, cores_->share()); }
  int hold(int wanted) override { return most_ == 0 ? 0 : cores_->hold(wanted); }

 private:
  Cores* cores_;
  int most_;
};

// Cores that one process lends to the threads of a run in another.

// The account of a loan, in memory that both processes share. There is one lender and one borrower;
// each may call its functions at any time, whatever the other one does.
class CoreLoan {
 public:
  // Of the lender. The most that may be held from now on. If more are held, they come back one by
  // one, as soon as their calls of a section have returned.
  void grant(int cores) {
    std::uint32_t now = counts_.load();
    while (!counts_.compare_exchange_weak(now, packed(cores, held_of(now)))) {
    }
  }
  // Of the lender. The cores that nobody else may use: granted, or still held.
  int outstanding() const {
    const std::uint32_t now = counts_.load();
    return std::max(granted_of(now), held_of(now));
  }
  // Of the borrower; see Cores.
  int share() const { return granted_of(counts_.load(std::memory_order_relaxed)); }
  int hold(int wanted) {
    std::uint32_t now = counts_.load();
    int held;
    do {
      held = std::min(wanted, std::max(granted_of(now), held_of(now)));
    } while (!counts_.compare_exchange_weak(now, packed(granted_of(now), held)));
    return held;
  }

 private:
  static constexpr std::uint32_t kMost = 0xffff;
  static constexpr int kBits = 16;
  static int granted_of(std::uint32_t counts) { return static_cast<int>(counts & kMost); }
  static int held_of(std::uint32_t counts) { return static_cast<int>(counts >> kBits); }
  static std::uint32_t packed(int granted, int held) {
    const auto low = static_cast<std::uint32_t>(std::clamp(granted, 0, static_cast<int>(kMost)));
    const auto high = static_cast<std::uint32_t>(std::clamp(held, 0, static_cast<int>(kMost)));
    return high << kBits | low;
  }

  std::atomic<std::uint32_t> counts_{0};  // one word, so that no grant comes between look and hold
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);
};

// The cores of a loan. Borrows the account.
class BorrowedCores final : public Cores {
 public:
  BorrowedCores(CoreLoan& loan, int most) : loan_(loan), most_(most) {}
  int most() const override { return most_; }
  int share() override { return std::min(most_, loan_.share()); }
  int hold(int wanted) override { return loan_.hold(wanted); }

 private:
  CoreLoan& loan_;
  int most_;
};

}  // namespace skald::threads
