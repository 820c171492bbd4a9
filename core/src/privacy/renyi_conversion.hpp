// From Renyi and concentrated differential privacy to (epsilon, delta).
#pragma once

#include <span>

#include "privacy/upper_bound.hpp"

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

}  // namespace skald::privacy
