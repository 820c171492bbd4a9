// The exact law of what a run shows of its chains at every time, for Gaussian problems.
#pragma once

#include <cstdint>
#include <optional>

#include "oracles/moments.hpp"
#include "problem/stated_law.hpp"
#include "run/experiment.hpp"

namespace skald::run {

class LawAlongRun {
 public:
  // Of strides of so many iterations each.
  LawAlongRun(problem::StatedLaw::Path path, std::int64_t stride);

  // `iterations` must be a multiple of the stride.
  oracles::Moments after(std::int64_t iterations) const;

 private:
  problem::StatedLaw::Path path_;
  std::int64_t stride_;
};

// Returns nothing unless the problem is Gaussian and the sampler, which must have started, states a
// chain whose law along the run is known; and nothing if the chains start where another run ends,
// since the law of that place is not known.
std::optional<LawAlongRun> law_along_run(Experiment& experiment);

}  // namespace skald::run
