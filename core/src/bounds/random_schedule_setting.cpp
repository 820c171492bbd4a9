#include "bounds/random_schedule_setting.hpp"

#include <cmath>
#include <limits>

namespace skald::bounds {
namespace {

double together(const RandomScheduleSetting& s) {
  if (s.p_c >= 1) return std::numeric_limits<double>::infinity();
  const double squares = 3 * s.L_hat * s.L_hat + (1 + 2 / s.p_c) * 3 * s.L * s.L;
  return std::sqrt(s.p_c / (2 * (1 - s.p_c) * squares));
}

}  // namespace

Conditions shared_conditions(const RandomScheduleSetting& s) {
  Conditions conditions;
  conditions.positive("m", s.m)
      .positive("L", s.L)
      .at_most("m", s.m, "L", s.L)
      .positive("d", s.d)
      .positive("b", s.clients)
      .not_negative("the gradients at the mode", s.gradients)
      .positive("L_hat", s.L_hat)
      .not_negative("omega", s.omega)
      .not_negative("omega_tilde", s.omega_tilde)
      .not_negative("the gradients' noise", s.noise)
      .not_negative("the gradients' noise at the mode", s.noise_at_mode)
      .positive("step", s.step)
      .within("tau", s.tau, 0, 1)
      .positive("p_c", s.p_c)
      .at_most("p_c", s.p_c, "1", 1)
      .at_most("step", s.step, "m / (6 L_hat^2)", s.m / (6 * s.L_hat * s.L_hat))
      .below("step", s.step, "p_c / (2 m)", s.p_c / (2 * s.m))
      .below("step", s.step, "sqrt(p_c / (2 (1 - p_c) (3 L_hat^2 + 3 (1 + 2 / p_c) L^2)))",
             together(s));
  return conditions;
}

double discretisation(const RandomScheduleSetting& s) {
  const double square = s.L * s.L;
  const double kappa = s.hessian
                           ? 2 * s.step * (s.L * square + s.d * *s.hessian * *s.hessian / s.clients)
                           : square * (1 + s.step * square / s.m);
  return 6 * s.step * s.d * kappa / (s.clients * s.m * s.m);
}

double forgotten(const RandomScheduleSetting& s, double rate) {
  return s.iterations ? std::pow(rate, static_cast<double>(*s.iterations)) : 0;
}

}  // namespace skald::bounds
