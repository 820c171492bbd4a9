// Whether a privacy mechanism is what mechanism.hpp says of mechanisms.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/mechanism.hpp"

namespace skald {

using MakeMechanism = std::function<std::shared_ptr<Mechanism>()>;

// Noise of the law that it states, scaled by the sensitivity, independent between coordinates,
// clients and iterations, the same for the same stream, chain by chain; and that a calibrated
// mechanism takes the multiplier which its accountant names. False alarms below 1e-8 per call.
std::vector<Finding> check_mechanism(const MakeMechanism& make);

}  // namespace skald
