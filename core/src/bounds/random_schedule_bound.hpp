// W2 of averaged Langevin chains that communicate at random (Plassier, Durmus, Moulines): FALD,
// Theorem 20 (Theorem 1 in full), and VR-FALD*, Theorem 28 (Theorem 3 in full).
#pragma once

#include "text/result.hpp"

namespace skald::bounds {

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
