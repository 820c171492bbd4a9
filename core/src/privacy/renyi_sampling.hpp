// What secret samples make of a mechanism of which Renyi divergences are known.
#pragma once

#include <functional>

#include "privacy/upper_bound.hpp"

namespace skald::privacy {

/// A bound on the Renyi divergence at every order above 1; it may be infinite.
using RenyiCurve = std::function<UpperBound(double order)>;

/// Of a mechanism with that curve on Poisson samples at `rate`, under add_remove or zero_out (Zhu,
/// Wang 2019, Theorem 5); never above the curve itself.
RenyiCurve poisson_renyi(RenyiCurve curve, double rate);

/// Of one on samples of a fixed size, the share `rate` of the units, under replace_one (Wang,
/// Balle, Kasiviswanathan 2019, Theorem 9); never above the curve itself.
RenyiCurve fixed_size_renyi(RenyiCurve curve, double rate);

}  // namespace skald::privacy
