// Privacy loss of one unsampled release under noise that is not Gaussian. All laws are symmetric.
#pragma once

#include <cstdint>

#include "privacy/pld/loss_bins.hpp"

namespace skald::privacy {

/// Lap(0, 1) against Lap(distance, 1): noise of scale 1 on every coordinate of messages whose L1
/// distance is at most `distance` > 0, of any dimension (README.md).
LossLaw laplace_law(double distance);

/// The law on whole numbers with mass proportional to exp(-|x| / scale) (Ghosh, Roughgarden,
/// Sundararajan 2009) around 0 against the one around `distance` >= 1.
LossLaw discrete_laplace_law(double scale, std::int64_t distance);

/// The discrete Gaussian law of parameter `sigma` (Canonne, Kamath, Steinke 2020) around 0 against
/// the one around `distance` >= 1. Outcomes beyond `reach` times sigma may be left out.
LossLaw discrete_gaussian_law(double sigma, std::int64_t distance, double reach);

}  // namespace skald::privacy
