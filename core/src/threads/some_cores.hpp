// Some of the cores that another one would give.
#pragma once

#include <algorithm>

#include "threads/cores.hpp"

namespace skald::threads {

// At most `most` of the given cores; none if these are null.
class SomeCores final : public threads::Cores {
 public:
  SomeCores(threads::Cores* cores, int most)
      : cores_(cores), most_(cores == nullptr ? 0 : std::min(most, cores->most())) {}
  int most() const override { return most_; }
  int share() override { return most_ == 0 ? 0 : std::min(most_, cores_->share()); }
  int hold(int wanted) override { return most_ == 0 ? 0 : cores_->hold(wanted); }

 private:
  threads::Cores* cores_;
  int most_;
};

}  // namespace skald::threads
