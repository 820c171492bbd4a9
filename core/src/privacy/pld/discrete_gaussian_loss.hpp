// Privacy loss of one release of a whole number under discrete Gaussian noise.
#pragma once

#include "privacy/pld/gaussian_loss.hpp"

namespace skald::privacy {

/// The discrete Gaussian law of parameter `sigma` (Canonne, Kamath, Steinke 2020) around 0 against
/// the one around `distance` >= 1. Symmetric. Outcomes beyond `reach` times sigma may be left out.
LossTailFunction discrete_gaussian_tails(double sigma, std::int64_t distance);
LossRange discrete_gaussian_range(double sigma, std::int64_t distance, double reach);

}  // namespace skald::privacy
