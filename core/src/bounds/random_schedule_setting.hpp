// What the theorems on FALD and VR-FALD* (Plassier, Durmus, Moulines) are about.
#pragma once

#include <cstdint>
#include <optional>

#include "bounds/conditions.hpp"

namespace skald::bounds {

// In the paper's terms: b clients with potentials U^i, target exp(-sum_i U^i), plain averages.
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
  // HX1: Lipschitz constant of the Hessian, 0 for quadratics; nothing if HX1 is not assumed.
  std::optional<double> hessian = {};
  double step = 0;  // gamma
  double tau = 0;   // the share of the noise's variance that is common, rho^2
  double p_c = 0;   // probability of communication
  double q_c = 0;   // of a new reference point; ignored without control variates
  // Where it starts, all clients at X_0; not needed in the limit of many iterations.
  double start_w2 = 0;                          // W2(mu_0, pi)
  double start_square = 0;                      // E ||X_0 - x*||^2
  double start_gradients = 0;                   // (1/b) sum_i E ||H^i(X_0) - H^i(x*)||^2
  std::optional<std::int64_t> iterations = {};  // k; nothing: the limit of many
};

// The ranges that both theorems share, and sqrt(p_c / (2 (1 - p_c) (A + (1 + 2 / p_c) A'))) with A
// = 3 L_hat^2 and A' = 3 L^2, below which local steps keep the clients together.
Conditions shared_conditions(const RandomScheduleSetting& setting);

// 6 gamma d kappa_I / (b m^2), the error of discretisation in both theorems.
double discretisation(const RandomScheduleSetting& setting);

// rate^k; 0 in the limit of many iterations.
double forgotten(const RandomScheduleSetting& setting, double rate);

}  // namespace skald::bounds
