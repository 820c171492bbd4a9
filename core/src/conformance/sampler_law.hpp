// Whether a sampler draws from the law that it should.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/reference_problem.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// A sampler that states no law with a closed form is compared with its target: this is the largest
// error of a mean in standard deviations of the target, and of a variance relative to the target's.
inline constexpr double kDefaultTolerance = 0.1;

// Whether the law of its draws on one of the kit's problems is known in closed form.
bool law_is_known(const Mechanism& mechanism, const MakeSampler& make);

// Checks a sampler of draws: chains that start far from the target and with another spread come to
// it and forget where they were. Compares means and covariances of the stationary chain against the
// exact law of the chain that Sampler::law() states, or against the target within `tolerance`, and
// correlations between the first and the last draw; false alarms have a probability below 1e-8 per
// call. A point estimate must come to rest where it should (optimiser_rest.hpp).
std::vector<Finding> check_sampler_law(const Mechanism& mechanism, const MakeSampler& make,
                                       double tolerance = kDefaultTolerance);

}  // namespace skald::conformance
