// The Gaussian mechanism: one release of a value of sensitivity 1 plus N(0, sigma^2).
#pragma once

#include <span>
#include <vector>

#include "privacy/guarantee.hpp"

namespace skald::privacy {

/// Smallest delta of one release with standard deviation `sigma` per unit of sensitivity, at
/// `epsilon` (Balle and Wang 2018, Theorem 8). sigma in [0, inf], epsilon in [0, inf].
double gaussian_delta(double sigma, double epsilon);

/// Smallest epsilon at `delta`; infinity where none exists (sigma = 0 or delta = 0).
double gaussian_epsilon(double sigma, double delta);

/// Smallest sigma that gives (epsilon, delta), rounded up; 0 where no noise is needed, infinity for
/// delta = 0. This is the analytic Gaussian mechanism.
double analytic_gaussian_sigma(double epsilon, double delta);

/// sqrt(2 ln(1.25 / delta)) / epsilon (Dwork and Roth 2014, Theorem A.1). Its proof needs epsilon
/// <= 1; a larger epsilon is refused with std::invalid_argument.
double classical_gaussian_sigma(double epsilon, double delta);

// The trade-off between the two errors of whoever tests for a unit (f-DP).

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
