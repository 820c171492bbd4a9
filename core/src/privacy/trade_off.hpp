// The trade-off between the two errors of whoever tests for a unit (f-DP).
#pragma once

#include <span>
#include <vector>

#include "privacy/budget.hpp"

namespace skald::privacy {

// The trade-off: of every test that raises a false alarm with probability `alarms`, the least
// probability of missing the unit (Dong, Roth, Su 2022).

/// The trade-off that follows from privacy at each of `points` (Dong, Roth, Su 2022, Proposition
/// 2.5), for a pair of laws and its reverse. Never above the true one; the finer the points, the
/// closer.
double least_missed(std::span<const Budget> points, double alarms);

/// The trade-off of mu-Gaussian DP: Phi(Phi^-1(1 - alarms) - mu).
double gaussian_missed(double mu, double alarms);

/// Rates of false alarms for a table: from 1e-4 to 0.99, more of them at the ends.
const std::vector<double>& usual_alarms();

}  // namespace skald::privacy
