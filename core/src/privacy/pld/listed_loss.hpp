// The privacy loss of a pair of laws that is a list of outcomes.
#pragma once

#include <span>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

/// The law of these outcomes, in increasing order of loss, and of an outcome that P alone has, with
/// probability `p_infinite`. At least one finite loss; the first may be minus infinity.
LossLaw listed_law(std::span<const LossAtom> outcomes, double p_infinite);

}  // namespace skald::privacy
