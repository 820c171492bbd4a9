#include "bounds/quantised_averaging_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bounds/conditions.hpp"

namespace skald::bounds {
namespace {

Conditions conditions_of(const QuantisedAveragingSetting& s, std::int64_t k) {
  Conditions conditions;
  const auto E = static_cast<double>(s.E);
  conditions.positive("mu", s.mu)
      .positive("L", s.L)
      .at_most("mu", s.mu, "L", s.L)
      .positive("d", s.d)
      .positive("N", s.clients)
      .within("M", s.participants, 1, s.clients)
      .positive("E", E)
      .positive("the rows", s.rows)
      .positive("b", s.batch)
      .not_negative("sigma^2", s.variance)
      .not_negative("lambda^2", s.heterogeneity)
      .positive("G", s.gradient)
      .not_negative("q", s.quantisation)
      .not_negative("the start's distance", s.start_square)
      .not_negative("k", static_cast<double>(k));
  if (std::isinf(s.eps)) return conditions;
  conditions.positive("eps", s.eps)
      .positive("delta", s.delta)
      .below("|D_i| delta", s.rows * s.delta, "1.25 E b", 1.25 * E * s.batch);
  return conditions;
}

// The noise's term without its 1 / mu^2, times the denominator.
double of_noise(const QuantisedAveragingSetting& s) {
  if (std::isinf(s.eps)) return 0;
  const auto E = static_cast<double>(s.E);
  const double moved = s.gradient * s.batch / (s.rows * s.eps);
  return 4096 * s.d * moved * moved * (1 + s.quantisation) *
         std::log(1.25 * E * s.batch / (s.rows * s.delta)) / s.participants * E * E * E;
}

// The terms of Equation 18 between the start's and the noise's, times the denominator.
double of_local_steps(const QuantisedAveragingSetting& s) {
  const auto E = static_cast<double>(s.E);
  const double M = s.participants, N = s.clients, G2 = s.gradient * s.gradient;
  const double quantised = (2 * s.quantisation * G2 / M + s.quantisation * G2 / N) * E;
  const double sampled = 4 * std::numbers::e * s.variance / (s.batch * M) +
                         3 * s.L * s.heterogeneity / s.mu + s.variance / (s.batch * N);
  const double apart = 8 * std::numbers::e * s.heterogeneity / M * (E - 1);
  return 16 / (s.mu * s.mu) * (quantised + sampled + apart + 8 * G2 * (E - 1) * (E - 1));
}

}  // namespace

double quantised_averaging_offset(const QuantisedAveragingSetting& s) {
  const auto E = static_cast<double>(s.E);
  const double kappa = s.L / s.mu;
  return 4 * std::max({E, kappa * kappa, std::numbers::sqrt2 * kappa * (E - 1)});
}

text::Result<double> quantised_averaging_bound(const QuantisedAveragingSetting& s, std::int64_t k) {
  const Conditions conditions = conditions_of(s, k);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  const double offset = quantised_averaging_offset(s);
  const double steps = static_cast<double>(k) * static_cast<double>(s.E) + offset;
  const double start = offset * offset / (steps * steps) * s.start_square;
  return start + (of_local_steps(s) + of_noise(s) / (s.mu * s.mu)) / steps;
}

}  // namespace skald::bounds
