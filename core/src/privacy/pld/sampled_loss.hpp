// From the loss of a release to its loss when the units behind it are a secret sample.
#pragma once

#include <cstdint>
#include <vector>

#include "privacy/pld/loss_bins.hpp"

namespace skald::privacy {

/// The law of (Q, P), where `law` is that of (P, Q).
LossLaw reversed(LossLaw law);

/// ((1-q) Q + q P, Q) where `base` is (P, Q): Poisson sampling at rate q, one unit removed. The
/// reversed law is that of one unit added.
LossLaw poisson_sampled(LossLaw base, double rate);

/// The pair of README.md's section on fixed-size sampling, for any symmetric `base`: that of two
/// samples which differ by one replacement. Symmetric.
LossLaw fixed_size_sampled(LossLaw base, double rate);

/// How often a unit is in a sample of `draws` draws with replacement, given that it is: probability
/// of 1, 2, ... times, up to a number that is exceeded with probability below 1e-40. `rate` in
/// (0, 1) is the probability that it is in the sample at all.
std::vector<double> copies_law(double rate, std::int64_t draws);

/// The law that visibly chooses among `laws` with these probabilities. Its range is that of the
/// laws except the last ones, whose probabilities add up to at most `rest`.
LossLaw chosen_openly(const std::vector<double>& probabilities, std::vector<LossLaw> laws,
                      double rest);

}  // namespace skald::privacy
