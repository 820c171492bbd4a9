// How much noise a mechanism adds to a message.
#pragma once

#include "skald/release.hpp"

namespace skald {

// The variance, in every coordinate, of noise of that law in a message of that sensitivity.
inline double variance_of(const NoiseLaw& law, const Sensitivity& sensitivity, Index dimension) {
  const double z = law.multiplier;
  if (z == 0) return 0;
  if (law.kind == NoiseLaw::Kind::laplace) {
    return 2 * z * z * sensitivity.l1(dimension) * sensitivity.l1(dimension);
  }
  return z * z * sensitivity.l2() * sensitivity.l2();
}

}  // namespace skald
