// FALD on quadratic potentials written down directly with Eigen, for this machine's processor, with
// the random numbers of a run: what the benchmarks of the sampler compare with.
#pragma once

#include <cstdint>
#include <memory>

#include "skald/random.hpp"

namespace skald::bare {

// 10 clients with curvatures and minimisers of their own, which average with probability 0.2.
class FaldOnGaussian {
 public:
  FaldOnGaussian(Index dimension, Index chains);
  ~FaldOnGaussian();
  FaldOnGaussian(const FaldOnGaussian&) = delete;
  FaldOnGaussian& operator=(const FaldOnGaussian&) = delete;

  void advance(const Random& random);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace skald::bare
