#include "privacy/published_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "privacy/gaussian.hpp"
#include "privacy/infinity.hpp"
#include "privacy/log_space.hpp"
#include "privacy/subsampling.hpp"

namespace skald::privacy {
namespace {

// The composition used twice by the theorem: epsilon min(sqrt(2 k ln(1/slack)) + k (e^epsilon - 1),
// k).
double composed(double epsilon, double k, double slack) {
  return epsilon * std::min(std::sqrt(-2 * k * std::log(slack)) + k * std::expm1(epsilon), k);
}

void check(const FaLdSetting& s) {
  const bool positive = s.gradient_distance > 0 && s.step > 0 && s.temp > 0 &&
                        s.data_fraction > 0 && s.least_weight > 0 && s.delta_step > 0 &&
                        s.delta_round > 0 && s.delta_total > 0;
  const bool counted = s.clients >= 1 && s.participants >= 1 && s.local_steps >= 1 && s.rounds >= 1;
  if (positive && counted && s.rho >= 0 && s.rho <= 1) return;
  throw std::invalid_argument(
      "FA-LD bound: expected positive numbers, rho in [0, 1] and counts of 1 or more");
}

// Delta of one round of scheme I: a sum over the number s of times that a client was drawn.
double replacement_delta(const FaLdSetting& setting, double local_epsilon) {
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

}  // namespace

double fa_ld_largest_step(const FaLdSetting& s) {
  check(s);
  return s.temp * (1 - s.rho * s.rho) * s.data_fraction * s.data_fraction * s.least_weight /
         (s.gradient_distance * s.gradient_distance * std::log(1.25 / s.delta_step));
}

FaLdBound fa_ld_bound(const FaLdSetting& s, FaLdScheme scheme) {
  check(s);
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
  bound.local_epsilon = composed(bound.step_epsilon, k, s.delta_round);
  if (scheme == FaLdScheme::without_replacement) {
    const double rate = static_cast<double>(s.participants) / static_cast<double>(s.clients);
    bound.round = amplify(
        {bound.local_epsilon, std::min(1.0, k * s.data_fraction * s.delta_step + s.delta_round)},
        rate);
  } else {
    const double rate = replacement_rate(s.participants, s.clients);
    bound.round = {amplified_epsilon(bound.local_epsilon, rate),
                   replacement_delta(s, bound.local_epsilon)};
  }
  bound.total = {composed(bound.round.epsilon, rounds, s.delta_total),
                 rounds * bound.round.delta + s.delta_total};
  return bound;
}

FaLdSetting fa_ld_with_delta(FaLdSetting s, FaLdScheme scheme, double delta) {
  const double steps = static_cast<double>(s.local_steps) * s.data_fraction;
  s.delta_total = s.delta_round = s.delta_step = delta / 3;
  if (s.rho == 1) return s;
  const auto total = [&](double part) {
    s.delta_round = part;
    s.delta_step = part / steps;
    check(s);
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

double fa_ld_noise_multiplier(const FaLdSetting& s) {
  check(s);
  const double per_distance = s.data_fraction / s.gradient_distance *
                              std::sqrt(2 * s.temp * (1 - s.rho * s.rho) * s.least_weight / s.step);
  return 2 * per_distance;
}

double dp_fedavg_epsilon(double constant, double data_rate, double round_epsilon,
                         double participation, std::int64_t rounds) {
  if (!(constant > 0 && data_rate >= 0 && data_rate < 1 && round_epsilon >= 0 &&
        participation >= 0 && participation <= 1 && rounds >= 0)) {
    throw std::invalid_argument(
        "DP-FedAvg bound: expected constant > 0, data_rate in [0, 1), round_epsilon >= 0, "
        "participation in [0, 1] and rounds >= 0");
  }
  return constant * data_rate * round_epsilon *
         std::sqrt(participation * static_cast<double>(rounds) / (1 - data_rate));
}

double private_fedpaq_sigma(Budget target, double rate) {
  check_budget(target.epsilon, target.delta);
  if (!(rate > 0 && rate <= 1 && target.epsilon > 0 && target.delta > 0 &&
        1.25 * rate > target.delta)) {
    throw std::invalid_argument(
        "private FedPAQ bound: expected rate in (0, 1], epsilon > 0 and 0 < delta < 1.25 rate");
  }
  return 2 * rate / target.epsilon * std::sqrt(2 * std::log(1.25 * rate / target.delta));
}

double private_fedpaq_epsilon(double sigma, double rate, double delta) {
  if (!(rate > 0 && rate <= 1 && sigma >= 0 && delta > 0 && 1.25 * rate > delta)) {
    throw std::invalid_argument(
        "private FedPAQ bound: expected rate in (0, 1], sigma >= 0 and 0 < delta < 1.25 rate");
  }
  return 2 * rate / sigma * std::sqrt(2 * std::log(1.25 * rate / delta));
}

double private_fedpaq_actual_epsilon(double epsilon, double rate) {
  return amplified_epsilon(epsilon / (2 * rate), rate);
}

double sound_fedpaq_sigma(Budget target, double rate) {
  const Budget base = amplification_base(target, rate);
  return analytic_gaussian_sigma(base.epsilon, base.delta);
}

}  // namespace skald::privacy
