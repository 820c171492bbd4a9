#include "bounds/fixed_schedule_bound.hpp"

#include <cmath>

#include "bounds/conditions.hpp"

namespace skald::bounds {
namespace {

using Participation = LangevinLaw::Participation;

Conditions conditions_of(const FixedScheduleSetting& s) {
  Conditions conditions;
  conditions.positive("m", s.m)
      .positive("L", s.L)
      .at_most("m", s.m, "L", s.L)
      .positive("d", s.d)
      .within("the smallest weight", s.smallest_weight, 1e-300, 1 / s.clients * (1 + 1e-9))
      .not_negative("the heterogeneity", s.heterogeneity)
      .not_negative("the gradients' variance", s.gradient_variance)
      .positive("step", s.step)
      .at_most("step", s.step, "1 / (2 L)", 1 / (2 * s.L))
      .not_negative("temp", s.temp)
      .within("rho", s.rho, 0, 1)
      .positive("K", static_cast<double>(s.K));
  if (s.participation == Participation::full) return conditions;
  const bool distinct = s.participation == Participation::without_replacement;
  conditions.within("S", static_cast<double>(s.S), 1, distinct ? s.clients : 1e300);
  if (distinct) {
    conditions.within("the smallest weight", s.smallest_weight, (1 - 1e-9) / s.clients,
                      (1 + 1e-9) / s.clients);
  }
  return conditions;
}

// H_rho of Definition A.4, with D = 0.
double spread(const FixedScheduleSetting& s) {
  const double own = 1 - s.rho * s.rho;
  const double temperature = s.temp * (s.rho * s.rho + own / s.smallest_weight);
  return temperature / s.m + s.heterogeneity * s.heterogeneity / (s.m * s.m * s.d) +
         s.gradient_variance / (s.m * s.m);
}

// What averaging over some of the clients adds.
double participation_error(const FixedScheduleSetting& s) {
  if (s.participation == Participation::full) return 0;
  const bool distinct = s.participation == Participation::without_replacement;
  const auto S = static_cast<double>(s.S);
  const double rest = distinct ? (s.clients > 1 ? (s.clients - S) / (s.clients - 1) : 0) : 1;
  const double rate = s.step * s.m * static_cast<double>(s.K);
  const double of_rounds = rate / -std::expm1(-rate / 2);  // C_K
  const double noise = s.rho * s.rho + s.clients * (1 - s.rho * s.rho);
  return 2 * std::sqrt(of_rounds * s.d * s.temp / (S * s.m) * noise * rest);
}

}  // namespace

text::Result<double> fixed_schedule_bound(const FixedScheduleSetting& s) {
  const Conditions conditions = conditions_of(s);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  const double kappa = s.L / s.m;
  const bool partial = s.participation != Participation::full;
  const auto steps = static_cast<double>(partial ? s.K : s.K - 1);
  const double bias =
      30 * kappa * std::sqrt(s.step * s.m * s.d) * std::sqrt((steps * steps + kappa) * spread(s));
  return bias + participation_error(s);
}

}  // namespace skald::bounds
