// The score that is so large that no finding is due to chance.
#pragma once

namespace skald::conformance {

// In standard errors: P(|z| > 6.5) = 8e-11 for a normal variable, 2e-10 for Student's t of 500
// degrees.
inline constexpr double kLargestScore = 6.5;

}  // namespace skald::conformance
