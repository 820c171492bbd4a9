// Convergence of privacy-augmented FedPaq, Theorem 1.
#pragma once

#include <cstdint>

#include "text/result.hpp"

namespace skald::bounds {

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
