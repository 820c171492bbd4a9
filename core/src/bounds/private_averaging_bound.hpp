// Convergence of DP-FedAvg (Li, Wang, Wu, Mathematics 13, 497), Theorems 3 and 4.
#pragma once

#include <cstdint>
#include <vector>

#include "skald/langevin_law.hpp"
#include "text/result.hpp"

namespace skald::bounds {

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

}  // namespace skald::bounds
