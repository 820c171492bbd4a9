// FA-LD and FALD with S of N clients averaged per round, where all have the same curvature.
#pragma once

#include <cstdint>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"
#include "skald/langevin_law.hpp"

namespace skald::oracles {

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
