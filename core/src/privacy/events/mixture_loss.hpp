// The privacy loss of a Gaussian release that moves by a random distance.
#pragma once

#include <cstdint>
#include <vector>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

/// sum_i w_i N(shift_i, z^2) against N(0, z^2), z in the unit of shifts: what is released under
/// Gaussian noise when the unit moves the sum by a secret, random distance of this law
/// (Choquette-Choo, Ganesh, Steinke, Thakurta 2024).
struct GaussianMixture {
  double noise_multiplier;         // in (0, inf)
  std::vector<double> shift;       // 0 or more, one above 0
  std::vector<double> log_weight;  // of equal length; weights add up to 1
};

/// Throws std::invalid_argument unless the numbers are in their ranges, and weights add up to 1
/// within 1e-9.
void check(const GaussianMixture& mixture);

/// The pair with the unit removed; the reversed law is that of the unit added. Losses of outcomes
/// beyond `reach` standard deviations of every component count as infinite.
LossLaw mixture_law(const GaussianMixture& mixture, double reach);

/// The reach that is taken where none is given: the probability beyond it is below 1e-40.
inline constexpr double usual_reach = 13.5;

inline constexpr std::int64_t largest_group = 1000;

/// `size` units are absent instead of present, each in the sample with probability `rate`, in
/// (0, 1), by a coin of its own: the weights are binomial (Ganesh 2024, Tight group-level DP
/// guarantees for DP-SGD with sampling via mixture of Gaussians mechanisms).
GaussianMixture sampled_group(double noise_multiplier, double rate, std::int64_t size);

}  // namespace skald::privacy
