// Exact second moment of VR-FALD* on quadratics: local Langevin steps whose drift is corrected by a
// shared reference point Y.
#pragma once

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"

namespace skald::oracles {

// Per iteration: e_c' = D_c e_c + h (A_c / w_c - A) y + noise, A = sum_k A_k; y' = sum_c w_c e_c
// with probability q_cv, else y; then every e_c' becomes the weighted average with probability p_c
// (independent). Stationary moments of the average, both in (0, 1]; the mean is zero. They hold at
// communications and over all iterations alike (averaging leaves the average alone and is decided
// independently of the past). Minibatches of examples with equal Hessians cancel in the corrected
// gradient, so step.gradient_noise does not enter.
StationaryLaw control_variate_law(const GaussianProblem& problem, const LangevinStep& step,
                                  double p_c, double q_cv);

}  // namespace skald::oracles
