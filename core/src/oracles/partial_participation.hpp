// FA-LD with S of N clients averaged per round, where all clients have the same curvature.
#pragma once

#include <cstdint>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/langevin_step.hpp"
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

}  // namespace skald::oracles
