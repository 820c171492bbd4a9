// Whether minibatches give every row the same chance.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks that the rows that the sampler asks for exist and are distinct within a minibatch, and
// that all rows of a client are drawn equally often; otherwise, estimates of its gradient are
// biased.
// `may_repeat`: the sampler is to draw rows with replacement.
Finding check_row_use(const Mechanism& mechanism, const MakeSampler& make, bool may_repeat = false);

}  // namespace skald::conformance
