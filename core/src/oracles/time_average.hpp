// Monte Carlo error of time averages of a stationary chain whose coordinates, in the eigenbasis of
// the target, are independent AR(1) sequences.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "oracles/moments.hpp"

namespace skald::oracles {

// One coordinate x = bias + z, z stationary AR(1) with coefficient 1 - decay between successive
// iterations. For a Langevin chain with step h and mode curvature lambda, decay = h lambda. What is
// observed may be held: every iteration renews it with probability 1 - held, and leaves it as it is
// otherwise.
struct TimeAverageMode {
  double variance = 0;
  double decay = 0;  // in (0, 2)
  double bias = 0;
  double held = 0;  // in [0, 1)
};

// The decay of the z whose observations, renewed in each iteration with probability p_c, have
// autocorrelations that add up to `sum` over all lags; 1 where `sum` is below that of independent
// renewals, (2 - p_c) / p_c.
double decay_behind_held(double sum, double p_c);

// The modes of a chain with stationary `law` in the eigenbasis of the precision of the target:
// exact for ULA; for averaged chains, the part of the dynamics between the clients is left out.
std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem, double step,
                                                const Moments& law);

// The modes of a chain with that law, in the eigenbasis of the sum of its autocovariances over all
// lags. The draws that the sum counts are so many iterations apart; or, unless p_c is zero, held
// until they are renewed, in each iteration with that probability.
std::vector<TimeAverageMode> integrated_modes(const Eigen::MatrixXd& integrated, const Moments& law,
                                              double iterations, double p_c = 0);

// Modes of independent draws of `law`, in the eigenbasis of its covariance.
std::vector<TimeAverageMode> independent_modes(const Moments& law);

// Variance of the mean of n successive draws of a stationary AR(1) with unit variance and the
// given coefficient.
double ar1_mean_variance(double coefficient, std::int64_t n);

// Standard error of (1 / n) sum_k ||X_k - x*||^2 over n draws, `thin` iterations apart, averaged
// over independent chains started stationary. For small decays and thin = 1 its square is
// sum_j (2 v_j^2 + 8 m_j^2 v_j) / (decay_j n chains).
double second_moment_standard_error(const std::vector<TimeAverageMode>& modes, std::int64_t n,
                                    std::int64_t chains, std::int64_t thin = 1);

}  // namespace skald::oracles
