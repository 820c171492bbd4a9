// Whether two samplers are the same algorithm.
#pragma once

#include <string>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks on clients that disagree that both have the same estimates after every stride of their
// common one: the same numbers up to rounding or, where they draw other random numbers, the same
// means and second moments over chains. The probability of a false alarm is below 1e-8 per call.
Finding check_likeness(const Mechanism& mechanism, const MakeSampler& make, const MakeSampler& like,
                       const std::string& name);

}  // namespace skald::conformance
