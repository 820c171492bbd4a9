// The exact law of a run's chains at every time, for Gaussian problems.
#pragma once

#include <cstdint>
#include <optional>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/moments.hpp"
#include "run/experiment.hpp"

namespace skald::run {

class LawAlongRun {
 public:
  // `transition` takes `stride` iterations; `start` is the law of every chain at the start. Both
  // are for deviations from the mode.
  LawAlongRun(oracles::GaussianKernel transition, std::int64_t stride, oracles::Moments start);

  // `iterations` must be a multiple of the stride.
  oracles::Moments after(std::int64_t iterations) const;

 private:
  oracles::GaussianKernel transition_;
  std::int64_t stride_;
  oracles::Moments start_;
};

// Returns nothing unless the problem is Gaussian and the sampler, which must have started, states a
// chain with a known transition; and nothing if the chains start where another run ends, since the
// law of that place is not known.
std::optional<LawAlongRun> law_along_run(Experiment& experiment);

}  // namespace skald::run
