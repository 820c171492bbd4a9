// Exact moments of averaged Langevin chains (FA-LD, FALD) with full participation on quadratics.
// Between communications the clients run alone; the law is that of their weighted average.
#pragma once

#include <cstdint>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"

namespace skald::oracles {

// From one synchronisation, n >= 0 local steps and the average: e' = P_n e + h_n + N(0, W_n), with
// P_n = sum_c w_c D_c^n, D_c = I - (h / w_c) A_c. With n = K it is a round of a fixed schedule; its
// powers give the law after any number of rounds, and n < K the law inside a round.
GaussianKernel round_kernel(const GaussianProblem& problem, const LangevinStep& step,
                            std::int64_t n);

// Fixed schedule: stationary law at synchronisations.
StationaryLaw fixed_schedule_law(const GaussianProblem& problem, const LangevinStep& step,
                                 std::int64_t K);

// Fixed schedule: law of the average over every `thin`-th iteration, the first of them a multiple
// of thin: over the ages that are multiples of gcd(K, thin), equally likely, which follow a
// synchronisation with law `synchronised`.
Moments iteration_law(const GaussianProblem& problem, const LangevinStep& step, std::int64_t K,
                      const Moments& synchronised, std::int64_t thin = 1);

// Communication with probability p_c in (0, 1] per iteration: stationary moments of the average.
// They are the same at communications and over all iterations, because averaging leaves the average
// alone and is decided independently of the past. The law itself is not Gaussian. A second moment
// exists iff (1 - p_c) max_c radius(D_c)^2 < 1 and S -> E P_N S P_N', N geometric, contracts.
StationaryLaw bernoulli_schedule_law(const GaussianProblem& problem, const LangevinStep& step,
                                     double p_c);

}  // namespace skald::oracles
