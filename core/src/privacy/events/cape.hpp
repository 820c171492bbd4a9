// Noise of sites whose mean is known, seen by a server that colludes with some of them.
#pragma once

#include <cstdint>

namespace skald::privacy {

/// mu^2 of a round of CAPE (Imtiaz et al. 2019): site i sends x_i + e_i - mean(e) + g_i, e_i of
/// variance noise^2 and g_i of noise^2 / sites, and the mean of the e_i is seen, like all that
/// colluding sites know. 0 <= colluding < sites.
inline double cape_squared_mu(double noise, std::int64_t sites, std::int64_t colluding) {
  const auto s = static_cast<double>(sites), h = static_cast<double>(sites - colluding);
  return (s / h + (1 - 1 / h) * s / (s + 1)) / (noise * noise);
}

}  // namespace skald::privacy
