// The standard normal law where differences of tails are needed to full relative precision.
#pragma once

namespace skald::privacy {

/// P(X <= x).
double normal_cdf(double x);

/// log P(X <= x); finite for every finite x.
double log_normal_cdf(double x);

}  // namespace skald::privacy
