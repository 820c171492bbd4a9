// Whether a privacy mechanism keeps the promises of mechanism.hpp.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/mechanism.hpp"

namespace skald::conformance {

using MakeMechanism = std::function<std::shared_ptr<Mechanism>()>;

// Checks that the noise has the law that the mechanism states, scaled by the sensitivity; that it
// is independent between coordinates, clients and iterations, and the same for the same stream,
// chain by chain; and that a calibrated mechanism uses the multiplier that its accountant returns.
// The probability of a false alarm is below 1e-8 per call.
std::vector<Finding> check_mechanism(const MakeMechanism& make);

}  // namespace skald::conformance
