// From the loss of a release to its loss when the units behind it are a secret sample.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "privacy/numerics.hpp"
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

// How sampling changes the loss of a single pair of outcomes.

// The loss log(1 - q + q e^s) of the mixture that samples with probability q, where s is the loss
// without sampling.
inline double mixed_loss(double s, double q) {
  return s > 0 ? s + std::log(q + (1 - q) * std::exp(-s)) : std::log1p(q * std::expm1(s));
}

// The s for which mixed_loss(s, q) is l; minus infinity at and below l = log(1 - q).
inline double unmixed_loss(double l, double q) {
  if (l > 40) return l - std::log(q);
  const double u = std::expm1(l) / q;
  return u > -1 ? std::log1p(u) : -infinity;
}

// The privacy loss of a pair of laws that is a list of outcomes.

/// The law of these outcomes, in increasing order of loss, and of an outcome that P alone has, with
/// probability `p_infinite`. At least one finite loss; the first may be minus infinity.
LossLaw listed_law(std::span<const LossAtom> outcomes, double p_infinite);

// The privacy loss of an epoch in which every unit is in several steps, as one statistic shows it.

/// Each unit is in exactly `picks` of `steps` steps, every set of so many being as likely; every
/// step releases its sum under Gaussian noise of `noise_multiplier` clips.
struct Subset {
  double noise_multiplier;  // in (0, inf)
  std::int64_t steps;       // 2 or more
  std::int64_t picks;       // 1 to steps - 1
};

/// What a statistic of the released sums shows of a unit that moves them all alike, if it is in
/// some, against one that is absent: never more than the sums. The statistic is what tells best of
/// Poisson samples of that rate, step by step and rounded: a sum of independent terms under both
/// laws, so that its law is a convolution; of very many steps, the mean of the sums. The reversed
/// law is that of the unit added. Throws std::invalid_argument for numbers out of range.
LossLaw shown_subset_law(const Subset& subset);

}  // namespace skald::privacy
