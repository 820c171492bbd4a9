// The exact law of a run's chains at every time, where the problem is Gaussian.
#pragma once

#include <cstdint>
#include <optional>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/moments.hpp"
#include "run/experiment.hpp"

namespace skald::run {

class LawAlongRun {
 public:
  // `transition` takes `stride` iterations; `start` is the law of every chain at the start. Both in
  // deviations from the mode.
  LawAlongRun(oracles::GaussianKernel transition, std::int64_t stride, oracles::Moments start);

  // `iterations` is a multiple of the stride.
  oracles::Moments after(std::int64_t iterations) const;

 private:
  oracles::GaussianKernel transition_;
  std::int64_t stride_;
  oracles::Moments start_;
};

// None unless the problem is Gaussian and the sampler, which has started, states a chain of known
// transition.
std::optional<LawAlongRun> law_along_run(Experiment& experiment);

}  // namespace skald::run
