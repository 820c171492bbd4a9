// Whether a sampler draws from the law that it should.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/reference_problem.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Tolerance for a sampler that states no law with a closed form, which is compared with its target:
// the largest error of a mean in standard deviations of the target, and of a variance relative to
// the target's.
inline constexpr double kDefaultTolerance = 0.1;

// How much is drawn: `quick` is for one of many variants of a sampler that has been checked in
// full.
enum class Effort { full, quick };

// Whether the law of the sampler's draws on one of the kit's problems is known in closed form.
bool law_is_known(const Mechanism& mechanism, const MakeSampler& make);

// Checks a sampler of draws: chains that start far from the target, and with another spread, must
// reach it and forget where they started. Compares the temperature that the sampler declares with
// that of its law, and means and covariances of the stationary chain with the exact law that
// Sampler::law() states, or with the target within `tolerance`, and checks the correlation between
// the first and the last draw. The probability of a false alarm is below 1e-8 per call. A point
// estimate must come to rest where it should (optimiser_rest.hpp).
std::vector<Finding> check_sampler_law(const Mechanism& mechanism, const MakeSampler& make,
                                       double tolerance = kDefaultTolerance,
                                       Effort effort = Effort::full);

}  // namespace skald::conformance
