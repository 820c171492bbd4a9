// W2 of averaged Langevin chains on a fixed schedule: FA-LD (Deng et al.), Theorems 4.7, 4.9, 4.10.
#pragma once

#include <cstdint>

#include "skald/langevin_law.hpp"
#include "text/result.hpp"

namespace skald::bounds {

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

}  // namespace skald::bounds
