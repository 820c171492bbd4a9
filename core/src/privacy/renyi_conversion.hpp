// From Renyi and concentrated differential privacy to (epsilon, delta).
#pragma once

#include <functional>
#include <span>

#include "privacy/guarantee.hpp"

namespace skald::privacy {

/// An optimum over Renyi orders and where it was found.
struct RenyiOptimum {
  double value;     // epsilon or delta
  double order;     // 0 where no order was needed (the answer is 0 or infinite)
  bool at_the_end;  // the optimum sits on the first or last order: orders beyond may do better
};

/// Smallest epsilon over the orders, clamped at 0 (Balle et al. 2020, Theorem 21; Canonne, Kamath,
/// Steinke 2020, Proposition 12). An infinite divergence says
/// nothing.
RenyiOptimum renyi_epsilon(std::span<const double> orders, std::span<const UpperBound> divergences,
                           double delta);

/// Smallest delta over the orders; uses delta <= sqrt(1 - exp(-divergence)) too (Bretagnolle,
/// Huber).
RenyiOptimum renyi_delta(std::span<const double> orders, std::span<const UpperBound> divergences,
                         double epsilon);

/// Epsilon of rho-zCDP at delta: rho + 2 sqrt(rho ln(1/delta)) (Bun, Steinke 2016,
/// Proposition 1.3).
double zcdp_epsilon(double rho, double delta);

/// Delta of rho-zCDP at epsilon by the same bound.
double zcdp_delta(double rho, double epsilon);

// What secret samples make of a mechanism of which Renyi divergences are known.

/// A bound on the Renyi divergence at every order above 1; it may be infinite.
using RenyiCurve = std::function<UpperBound(double order)>;

/// Of a mechanism with that curve on Poisson samples at `rate`, under add_remove or zero_out (Zhu,
/// Wang 2019, Theorem 5); never above the curve itself.
RenyiCurve poisson_renyi(RenyiCurve curve, double rate);

/// Of one on samples of a fixed size, the share `rate` of the units, under replace_one (Wang,
/// Balle, Kasiviswanathan 2019, Theorem 9); never above the curve itself.
RenyiCurve fixed_size_renyi(RenyiCurve curve, double rate);

}  // namespace skald::privacy
