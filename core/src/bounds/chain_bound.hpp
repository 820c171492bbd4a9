// Published bounds on W2 of averaged chains: of the chain that a sampler says it runs, and each.
#pragma once

#include <cstdint>
#include <string>

#include "oracles/gaussian_problem.hpp"
#include "skald/langevin_law.hpp"
#include "text/result.hpp"

namespace skald::bounds {

struct ChainBound {
  double w2 = 0;        // upper bound of W2 between the chain's stationary law and the target
  std::string theorem;  // paper and number
};

// The theorem for the chain's family with the constants of this problem, in the limit of many
// iterations: averages on a fixed schedule, on a random one, or with control variates. The second
// and third concern temperature 1; U / T takes the place of U, and T gamma that of gamma = N h. No
// value, with the reason, for single chains, for families that no theorem is about, and where its
// conditions do not hold. Throws std::invalid_argument if a count does not match the problem.
text::Result<ChainBound> chain_bound(const oracles::GaussianProblem& problem,
                                     const LangevinLaw& law);

// W2 of averaged Langevin chains on a fixed schedule: FA-LD (Deng et al.), Theorems 4.7, 4.9, 4.10.

// In terms of f^c = U_c / w_c, with target exp(-f / T), f = sum_c w_c f^c.
struct FixedScheduleSetting {
  double m = 0, L = 0;           // curvature of every f^c lies in [m, L]
  double d = 0;                  // parameters
  double clients = 0;            // N
  double smallest_weight = 0;    // min_c w_c
  double heterogeneity = 0;      // gamma = max_c ||grad f^c(x*)||
  double gradient_variance = 0;  // sigma^2: E ||noise of grad f^c||^2 <= sigma^2 d
  double step = 0;               // h, the paper's eta
  double temp = 1;               // T, the paper's tau
  double rho = 0;
  std::int64_t K = 1;
  LangevinLaw::Participation participation = LangevinLaw::Participation::full;
  std::int64_t S = 0;  // participants; ignored when all take part
};

// Theorem C.3 (4.10), of which B.6 (4.7: rho = 0) and B.8 (4.9) are the cases of full
// participation: an upper bound of W2(mu_k, pi) in the limit of many iterations k, in the unit of
// theta. The stationary law does not depend on the start, so that its distance D is 0. No value
// unless h <= 1 / (2 L), and, for draws without replacement, w_c = 1/N. The printed (K - 1)^2 +
// kappa is K^2 + kappa in the proof under partial participation, which is what is computed there.
text::Result<double> fixed_schedule_bound(const FixedScheduleSetting& setting);

// W2 of averaged Langevin chains that communicate at random (Plassier, Durmus, Moulines): FALD,
// Theorem 20 (Theorem 1 in full), and VR-FALD*, Theorem 28 (Theorem 3 in full).

// In the paper's terms: b clients with quadratic potentials U^i, target exp(-sum_i U^i), plain
// averages.
struct RandomScheduleSetting {
  double m = 0, L = 0;   // A1: curvature of every U^i lies in [m, L]
  double d = 0;          // parameters
  double clients = 0;    // b
  double gradients = 0;  // (1/b) sum_i ||grad U^i(x*)||^2
  // The stochastic gradients H^i, H = sum_i H^i. Full gradients: L_hat = L, all others 0.
  double L_hat = 0;          // A4: E ||H^i(x) - H^i(y)||^2 <= L_hat^2 ||x - y||^2
  double omega = 0;          // A7
  double omega_tilde = 0;    // A6
  double noise_at_mode = 0;  // E ||H(x*) / b||^2
  double noise = 0;          // Var H under the target
  double step = 0;           // gamma
  double tau = 0;            // the share of the noise's variance that is common, rho^2
  double p_c = 0;            // probability of communication
  double q_c = 0;            // of a new reference point; ignored without control variates
};

// FALD: upper bound of W2(mu_k, pi) of the clients' average in the limit of many iterations k, in
// the unit of theta (the root of the theorem's bound). No value unless gamma < gamma_1 and gamma_2
// and gamma m >= 8 C_r, as the theorem wants. gamma_1 also has q_c / m, of a parameter that FALD
// does not have (its proof sets q_c = gamma m): no condition.
text::Result<double> random_schedule_bound(const RandomScheduleSetting& setting);

// VR-FALD*: the same. No value unless q_c <= p_c, gamma < gamma_2, and the assumptions of Lemmas
// 23, 25 and 26 hold. gamma_1, which the paper makes of the latter, is not used: its last term adds
// 2 / q_c to the square of a curvature where the lemma gives 3 (p_c + 3) L_hat^2, and its second
// has 8 max(., 24 L_hat^2) where the lemma gives 32 / (p_c + 3) max(., 8 (p_c + 3) L_hat^2).
text::Result<double> control_variate_bound(const RandomScheduleSetting& setting);

}  // namespace skald::bounds
