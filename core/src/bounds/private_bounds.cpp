#include "bounds/private_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bounds/conditions.hpp"

namespace skald::bounds {
namespace {

using Participation = LangevinLaw::Participation;

Conditions conditions_of(const PrivateAveragingSetting& s, std::int64_t t) {
  Conditions conditions;
  const auto clients = static_cast<double>(s.shares.size());
  double sum = 0, least = 1;
  for (const double share : s.shares) sum += share, least = std::min(least, share);
  conditions.positive("mu", s.mu)
      .positive("L", s.L)
      .at_most("mu", s.mu, "L", s.L)
      .positive("d", s.d)
      .positive("the smallest share", least)
      .within("the sum of shares", sum, 1 - 1e-9, 1 + 1e-9)
      .within("the number of variances", static_cast<double>(s.variances.size()), clients, clients)
      .positive("n", s.rows)
      .positive("b", s.batch)
      .positive("Q", static_cast<double>(s.Q))
      .positive("G", s.gradient)
      .not_negative("Gamma", s.gap)
      .not_negative("the start's distance", s.start_square)
      .not_negative("t", static_cast<double>(t));
  for (const double variance : s.variances) conditions.not_negative("phi^2", variance);
  if (s.participation != Participation::full) {
    const bool distinct = s.participation == Participation::without_replacement;
    conditions.within("S", static_cast<double>(s.S), 1, distinct ? clients : 1e300);
  }
  if (std::isinf(s.eps)) return conditions;
  const double seen = 1.25 * static_cast<double>(s.Q) * s.batch;
  conditions.positive("eps", s.eps)
      .positive("delta", s.delta)
      .within("n", s.rows, 2, 1e300)
      .below("n delta^2", s.rows * s.delta * s.delta, "(1.25 Q b)^2", seen * seen);
  return conditions;
}

// A of Theorem 3.
double of_local_steps(const PrivateAveragingSetting& s) {
  double variance = 0;
  for (std::size_t k = 0; k < s.shares.size(); ++k) {
    variance += s.shares[k] * s.shares[k] * s.variances[k] / s.batch;
  }
  const auto more = static_cast<double>(s.Q - 1);
  return variance + 8 * more * more * s.gradient * s.gradient + 6 * s.L * s.gap;
}

// B of Theorem 3.
double of_noise(const PrivateAveragingSetting& s) {
  if (std::isinf(s.eps)) return 0;
  const auto Q = static_cast<double>(s.Q);
  const double moved = Q * Q * s.batch * s.gradient / (s.L * s.eps);
  const double seen = 1.25 * Q * s.batch / s.delta;
  return 8 * s.d * moved * moved / s.rows * std::log(s.rows) * std::log(seen * seen / s.rows) *
         (2 * (Q - 1) * (Q - 1) + 1);
}

// H of Theorem 4.
double of_participation(const PrivateAveragingSetting& s) {
  if (s.participation == Participation::full) return 0;
  const auto N = static_cast<double>(s.shares.size()), S = static_cast<double>(s.S);
  const bool distinct = s.participation == Participation::without_replacement;
  const double rest = distinct ? (N > 1 ? (N - S) / (N - 1) : 0) : 1;
  const auto Q = static_cast<double>(s.Q);
  return rest * 4 / S * Q * Q * s.gradient * s.gradient;
}

}  // namespace

double private_averaging_offset(const PrivateAveragingSetting& s) {
  return std::max(8 * s.L / s.mu, static_cast<double>(s.Q));
}

text::Result<double> private_averaging_bound(const PrivateAveragingSetting& s, std::int64_t t) {
  const Conditions conditions = conditions_of(s, t);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  const double sum = of_local_steps(s) + of_noise(s) + of_participation(s);
  return 2 * s.L / s.mu / (static_cast<double>(t) + private_averaging_offset(s)) *
         (sum / s.mu + 2 * s.L * s.start_square);
}

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
