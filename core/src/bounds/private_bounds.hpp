// Bounds of private optimisers.
#pragma once

#include <cstdint>
#include <vector>

#include "skald/langevin_law.hpp"
#include "text/result.hpp"

namespace skald::bounds {

// Convergence of DP-FedAvg (Li, Wang, Wu, Mathematics 13, 497), Theorems 3 and 4.

// F = sum_k p_k F_k; client k has n_k of the n rows, batches of `batch`, Q local steps per round at
// the rate eta_t = 2 / (mu (alpha + t)), alpha = max(8 L / mu, Q), and adds noise at the last step
// of a round in units of gradients, w <- w - eta_t (g + xi).
struct PrivateAveragingSetting {
  double mu = 0, L = 0;           // curvature of every F_k lies in [mu, L]
  double d = 0;                   // parameters
  std::vector<double> shares;     // p_k > 0, sum 1
  std::vector<double> variances;  // phi_k^2: variance of one row's gradient, one per client
  double rows = 0;                // n
  double batch = 1;               // b
  std::int64_t Q = 1;
  double gradient = 0;        // G: ||gradients|| <= G
  double gap = 0;             // Gamma = F* - sum_k p_k F_k*
  double eps = 0, delta = 0;  // per round; eps infinite: no noise
  double start_square = 0;    // ||w_0 - w*||^2
  LangevinLaw::Participation participation = LangevinLaw::Participation::full;
  std::int64_t S = 0;  // participants, the paper's K; ignored when all take part
};

// Upper bound of E F(w_t) - F* after t local steps, in the unit of F. No value outside the ranges,
// and unless n delta^2 < (1.25 Q b)^2, beyond which B, the noise's term, is negative. B rests on
// Lemma A4, whose sum over clients is bounded by an integral over 1..n: it fails for many clients
// of few rows, where the theorem stays true because it counts the noise of all clients in full
// instead of their average's.
text::Result<double> private_averaging_bound(const PrivateAveragingSetting& setting,
                                             std::int64_t t);

// alpha of the rate.
double private_averaging_offset(const PrivateAveragingSetting& setting);

// Convergence of privacy-augmented FedPaq, Theorem 1.

// N clients of |D_i| = rows, M of whom take part in a round of E local steps at the rate eta_k = 4
// / (mu (k E + gamma_0)), each sending its quantised and noisy move.
struct QuantisedAveragingSetting {
  double mu = 0, L = 0;       // curvature of every f_i lies in [mu, L]
  double d = 0;               // parameters
  double clients = 0;         // N
  double participants = 0;    // M
  std::int64_t E = 1;         // local steps
  double rows = 0;            // |D_i|
  double batch = 1;           // b
  double variance = 0;        // sigma^2: variance of one row's gradient
  double heterogeneity = 0;   // lambda^2 >= (1/N) sum_i ||grad f_i - grad f||^2, everywhere
  double gradient = 0;        // G: E ||gradients||^2 <= G^2
  double quantisation = 0;    // q: E ||Q(x) - x||^2 <= q ||x||^2
  double eps = 0, delta = 0;  // per round; eps infinite: no noise
  double start_square = 0;    // E ||x_0 - x*||^2
};

// gamma_0 = max(4 E, 4 L^2 / mu^2, 4 sqrt(2) L (E - 1) / mu), the least for which the proof holds.
double quantised_averaging_offset(const QuantisedAveragingSetting& setting);

// Upper bound of E ||x_k - x*||^2 after k rounds, in the square of theta's unit: Theorem 1 as its
// proof has it (Equation 36 with k_0 = 0). No value outside the ranges, and where 1.25 E b <= |D_i|
// delta. It is not Equation 18, which
//  - takes gamma_0 = 4 E, which the proof allows only for L^2 <= mu^2 E and sqrt(2) L (E - 1) <=
//    mu E: never for E > 3;
//  - lacks 1 / mu^2 in the term of the noise, which makes it false for small mu.
// Noise is counted in full at M = N, too, where the proof's D_5 is 0 (its Lemma 2 leaves it out).
text::Result<double> quantised_averaging_bound(const QuantisedAveragingSetting& setting,
                                               std::int64_t k);

}  // namespace skald::bounds
