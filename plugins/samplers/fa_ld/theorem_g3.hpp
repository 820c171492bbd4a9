// Theorem G.3 of FA-LD: the privacy of its steps as the paper states it, for comparison with the
// accountants, which give much less.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "skald/parts/privacy/amplification.hpp"

namespace skald {

// What the theorem speaks of; record-level, substitute one.
struct FaLdSetting {
  double gradient_distance;  // sup over records of |grad l(theta; x) - grad l(theta; x')|
  double step;
  double temp;
  double rho;                                   // amplitude share of the common noise, in [0, 1]
  double data_fraction;                         // share of a client's records in one gradient
  double least_weight;                          // smallest client weight
  std::int64_t clients;                         // N
  std::int64_t participants;                    // S
  std::int64_t local_steps;                     // K
  std::int64_t rounds;                          // T / K
  double delta_step, delta_round, delta_total;  // the theorem's delta_0, delta_1, delta_2
};

// Scheme I draws participants with replacement, scheme II without.
enum class FaLdScheme { with_replacement, without_replacement };

// The intermediate and final values of the theorem.
struct FaLdBound {
  struct Budget {
    double epsilon, delta;
  };
  double step_epsilon;   // epsilon_1
  double local_epsilon;  // epsilon_K
  Budget round;          // after client sampling
  Budget total;
};

namespace fa_ld_detail {

// The composition used twice by the theorem: epsilon min(sqrt(2 k ln(1/slack)) + k (e^epsilon - 1),
// k).
inline double composed(double epsilon, double k, double slack) {
  return epsilon * std::min(std::sqrt(-2 * k * std::log(slack)) + k * std::expm1(epsilon), k);
}

inline void check(const FaLdSetting& s) {
  const bool positive = s.gradient_distance > 0 && s.step > 0 && s.temp > 0 &&
                        s.data_fraction > 0 && s.least_weight > 0 && s.delta_step > 0 &&
                        s.delta_round > 0 && s.delta_total > 0;
  const bool counted = s.clients >= 1 && s.participants >= 1 && s.local_steps >= 1 && s.rounds >= 1;
  if (positive && counted && s.rho >= 0 && s.rho <= 1) return;
  throw std::invalid_argument(
      "FA-LD bound: expected positive numbers, rho in [0, 1] and counts of 1 or more");
}

// Delta of one round of scheme I: a sum over the number s of times that a client was drawn.
inline double replacement_delta(const FaLdSetting& setting, double local_epsilon) {
  const auto draws = static_cast<double>(setting.participants);
  const auto clients = static_cast<double>(setting.clients);
  const auto k = static_cast<double>(setting.local_steps);
  double sum = 0;
  for (double s = 1; s <= draws; ++s) {
    const double missed = s < draws ? (draws - s) * std::log1p(-1 / clients) : 0;
    const double chance = std::exp(log_binomial(draws, s) - s * std::log(clients) + missed);
    const double step_delta =
        1.25 * k * setting.data_fraction * std::pow(setting.delta_step / 1.25, 1 / (s * s)) +
        setting.delta_round;
    sum += chance * std::expm1(local_epsilon) * step_delta / std::expm1(local_epsilon / s);
  }
  return sum;
}

}  // namespace fa_ld_detail

// Largest step for which the theorem is stated.
inline double fa_ld_largest_step(const FaLdSetting& s) {
  fa_ld_detail::check(s);
  return s.temp * (1 - s.rho * s.rho) * s.data_fraction * s.data_fraction * s.least_weight /
         (s.gradient_distance * s.gradient_distance * std::log(1.25 / s.delta_step));
}

// Its client amplification needs participation to stay secret, and scheme I assumes uniform
// weights; rho = 1 gives infinite losses. Throws std::invalid_argument if the step is larger than
// fa_ld_largest_step.
inline FaLdBound fa_ld_bound(const FaLdSetting& s, FaLdScheme scheme) {
  fa_ld_detail::check(s);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (s.rho == 1) return {infinity, infinity, {infinity, 1}, {infinity, 1}};
  if (s.step > fa_ld_largest_step(s)) {
    throw std::invalid_argument(
        "FA-LD bound: step is " + std::to_string(s.step) + ", the theorem is stated up to " +
        std::to_string(fa_ld_largest_step(s)) + "; use the rdp or pld accountant");
  }
  const auto k = static_cast<double>(s.local_steps), rounds = static_cast<double>(s.rounds);
  const double private_noise = s.temp * (1 - s.rho * s.rho) * s.least_weight;
  FaLdBound bound{};
  bound.step_epsilon =
      2 * s.gradient_distance * std::sqrt(s.step * std::log(1.25 / s.delta_step) / private_noise);
  bound.local_epsilon = fa_ld_detail::composed(bound.step_epsilon, k, s.delta_round);
  if (scheme == FaLdScheme::without_replacement) {
    const double rate = static_cast<double>(s.participants) / static_cast<double>(s.clients);
    const double local_delta = std::min(1.0, k * s.data_fraction * s.delta_step + s.delta_round);
    bound.round = {amplified_epsilon(bound.local_epsilon, rate), rate * local_delta};
  } else {
    const double rate = replacement_rate(s.participants, s.clients);
    bound.round = {amplified_epsilon(bound.local_epsilon, rate),
                   fa_ld_detail::replacement_delta(s, bound.local_epsilon)};
  }
  bound.total = {fa_ld_detail::composed(bound.round.epsilon, rounds, s.delta_total),
                 rounds * bound.round.delta + s.delta_total};
  return bound;
}

// The setting with deltas at which the theorem's total delta is at most `delta`, which the paper
// leaves to the reader: a third of it is delta_total; of the rest, the K steps of a round and the
// round itself get equal parts (local_steps * data_fraction * delta_step = delta_round).
inline FaLdSetting fa_ld_with_delta(FaLdSetting s, FaLdScheme scheme, double delta) {
  const double steps = static_cast<double>(s.local_steps) * s.data_fraction;
  s.delta_total = s.delta_round = s.delta_step = delta / 3;
  if (s.rho == 1) return s;
  const auto total = [&](double part) {
    s.delta_round = part;
    s.delta_step = part / steps;
    fa_ld_detail::check(s);
    const double step = s.step;
    s.step = std::min(step, fa_ld_largest_step(s));  // too large a step is not refused here
    const double found = fa_ld_bound(s, scheme).total.delta;
    s.step = step;
    return found;
  };
  // The delta of scheme I depends on epsilon too: bisection for the largest part that keeps within
  // `delta`.
  double low = delta, high = delta;
  while (total(low) > delta && low > std::numeric_limits<double>::min()) low /= 4;
  for (int i = 0; i < 60 && low < high; ++i) {
    const double middle = std::sqrt(low * high);
    (total(middle) <= delta ? low : high) = middle;
  }
  total(low);
  return s;
}

}  // namespace skald
