// The Gaussian mechanism: one release of a value of sensitivity 1 plus N(0, sigma^2).
#pragma once

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

}  // namespace skald::privacy
