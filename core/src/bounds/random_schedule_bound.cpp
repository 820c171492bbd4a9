#include "bounds/random_schedule_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace skald::bounds {
namespace {

// Equations 106 to 108: E V_k <= v_1 (1 - gamma m / 8)^k + v_2.
struct Drift {
  double v_1 = 0, v_2 = 0, C_r = 0;
};

Drift drift(const RandomScheduleSetting& s) {
  const double gamma = s.step, square = gamma * gamma, p = s.p_c, L2 = s.L * s.L;
  const double B = 3 * s.omega_tilde, B_bar = 3 * L2;
  const double D = 3 * s.noise_at_mode, D_bar = 3 * s.gradients;
  const double A_d = gamma * s.m / 2, C_d = 2 * gamma * L2 / s.m;
  const double D_d = 3 * square * s.noise_at_mode + 2 * gamma * s.d / s.clients;
  const double alone = 4 * (1 - p) * square;
  const double C = alone / (p - 4 * A_d) * (B + (2 + p) / p * B_bar);
  const double C_delta = alone / p * (D + (2 + p) / p * D_bar) + C * D_d / A_d +
                         8 * (1 - s.tau) * (s.clients - 1) * gamma * s.d / (s.clients * p);
  const double C_r = 3 * C * C_d;
  const double C_epsilon = 7 * C * s.start_square + 2 * D_d;
  return {2 * C_epsilon + 4 * C_delta * C_r / A_d, C_delta, C_r};
}

// gamma_2 in front of Theorem 20.
double largest_step(const RandomScheduleSetting& s) {
  const double alone = std::sqrt(1 - s.p_c);
  const double communication =
      alone > 0
          ? s.p_c * s.m / (38 * alone * std::sqrt(s.p_c * s.omega_tilde + 3 * s.L * s.L) * s.L)
          : std::numeric_limits<double>::infinity();
  return std::min({s.p_c / (4 * s.m), 1 / (6 * (s.L + s.L_hat * s.L_hat / s.m)), communication});
}

}  // namespace

text::Result<double> random_schedule_bound(const RandomScheduleSetting& s) {
  Conditions conditions = shared_conditions(s);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  conditions.below("step", s.step, "gamma_2", largest_step(s));
  const Drift v = drift(s);
  conditions.at_most("8 C_r", 8 * v.C_r, "gamma m", s.step * s.m);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  const double ratio = s.L * s.L / (s.m * s.m);
  const double square = forgotten(s, 1 - s.step * s.m / 2) * s.start_w2 * s.start_w2 +
                        8 * ratio * v.v_1 * forgotten(s, 1 - s.step * s.m / 8) + 6 * ratio * v.v_2 +
                        discretisation(s) + 6 * s.step * s.noise / (s.clients * s.clients * s.m);
  return std::sqrt(square);
}

}  // namespace skald::bounds
