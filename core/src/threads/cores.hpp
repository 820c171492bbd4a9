// How many cores a run may use besides the one that it has.
#pragma once

#include <algorithm>

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

}  // namespace skald::threads
