// Exact moments of averaged Langevin chains (FA-LD, FALD) with full participation on quadratics.
// Between communications the clients run alone; the law is that of their weighted average.
#pragma once

#include <cstdint>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"
#include "skald/langevin_law.hpp"

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

// FA-LD and FALD with S of N clients averaged per round, where all have the same curvature.

// True when A_c / w_c agrees over clients (relative 1e-9) and w_c = 1/N: the case that has a closed
// form.
bool equal_clients(const GaussianProblem& problem, const LangevinStep& step);

// First two moments of one round of K local steps, from synchronisation to synchronisation: with
// D = I - N h A_c and the spread C_x of the minimisers (divisor N),
//   e' = D^K e, noise (kappa / S)(I - D^K) C_x (I - D^K) + 2 h T phi sum_{j<K} D^{2j}.
// The law itself is a mixture over the drawn clients. Throws std::invalid_argument unless
// equal_clients, the scheme draws S >= 1 clients, and S <= N without replacement.
GaussianKernel partial_round_kernel(const GaussianProblem& problem, const LangevinStep& step,
                                    std::int64_t K, LangevinLaw::Participation scheme,
                                    std::int64_t S);

// Communication with probability p_c in (0, 1] per iteration: stationary moments at communications,
// from one to the next of which n local steps are done, P(n) = p_c (1 - p_c)^(n - 1). In the basis
// of A = N A_c, with l = 1 - h a and g(x) = E x^n = p_c x / (1 - (1 - p_c) x), the round's kernel
// averages to
//   V_ij (1 - g(l_i l_j)) = (kappa / S) C_ij (1 - g(l_i) - g(l_j) + g(l_i l_j))
//                           + 2 h T phi [i = j] (1 - g(l_i^2)) / (1 - l_i^2),
// and the mean is exact, as every cohort's average is unbiased. The noise's part of V is phi times
// the covariance of ULA, whatever p_c. It diverges unless |l| < 1. Throws as
// partial_round_kernel().
StationaryLaw partial_random_law(const GaussianProblem& problem, const LangevinStep& step,
                                 double p_c, LangevinLaw::Participation scheme, std::int64_t S);

}  // namespace skald::oracles
