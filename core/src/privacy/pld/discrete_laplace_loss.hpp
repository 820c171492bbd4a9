// Privacy loss of one release of a whole number under discrete Laplace noise.
#pragma once

#include "privacy/pld/gaussian_loss.hpp"

namespace skald::privacy {

/// The law on whole numbers with mass proportional to exp(-|x| / scale) (Ghosh, Roughgarden,
/// Sundararajan 2009) around 0 against the one around `distance` >= 1. Symmetric.
LossTailFunction discrete_laplace_tails(double scale, std::int64_t distance);
LossRange discrete_laplace_range(double scale, std::int64_t distance);

}  // namespace skald::privacy
