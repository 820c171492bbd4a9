// Everything that the conformance kit checks of a sampler.
#pragma once

#include <optional>

#include "conformance/finding.hpp"
#include "conformance/sampler_law.hpp"
#include "conformance/sampler_run.hpp"
#include "problem/no_noise.hpp"

namespace skald::conformance {

// Checks the contract of sampler.hpp, the use of rows and threads and the law of the estimates, on
// the kit's problems. A sampler that throws fails the check in which it does so. `mechanism` is
// used for checking the contract; laws are checked without noise. For `states_threads`, see
// check_sampler_threads(); for `may_repeat_rows`, check_row_use().
std::vector<Finding> check_sampler(const MakeSampler& make,
                                   const Mechanism& mechanism = problem::NoNoise(),
                                   double tolerance = kDefaultTolerance,
                                   std::optional<bool> states_threads = {},
                                   Effort effort = Effort::full, bool may_repeat_rows = false);

}  // namespace skald::conformance
