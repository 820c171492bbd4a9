#include "privacy/events/selection.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "privacy/numerics.hpp"
#include "privacy/renyi_conversion.hpp"

namespace skald::privacy {
namespace {

bool is_poisson(const Repetitions& repetitions) { return std::isinf(repetitions.shape); }

// The logarithm of the mean of the truncated negative binomial law whose chance to stop is gamma;
// it falls from infinity to 0.
double log_mean_at(double log_gamma, double shape) {
  const double log_odds = log_expm1(-log_gamma);  // of 1 / gamma - 1
  if (shape == 0) return log_odds - std::log(-log_gamma);
  if (shape < 0) return std::log(-shape) + log_odds - log_expm1(shape * log_gamma);
  return std::log(shape) + log_odds - std::log(-std::expm1(shape * log_gamma));
}

// The logarithm of gamma from below, which makes bounds larger; minus infinity if it is none that
// can be told from 0.
double log_stop(const Repetitions& repetitions) {
  const double log_mean = std::log(repetitions.mean);
  double low = -1e9, high = -1e-12;
  if (log_mean_at(high, repetitions.shape) >= log_mean) return high;
  if (!(log_mean_at(low, repetitions.shape) > log_mean)) return -infinity;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (log_mean_at(middle, repetitions.shape) > log_mean ? low : high) = middle;
  }
  return low;
}

UpperBounds poisson_rdp(double mean, std::span<const double> orders, const UpperBounds& once) {
  UpperBounds result;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const double over = orders[i] - 1;
    const double delta = renyi_delta(orders, once, std::log1p(1 / over)).value;
    result.push_back(once[i] + mean * delta + std::log(mean) / over);
  }
  return result;
}

// What the choice costs at every order: the theorem holds for any order that divergences of one run
// are known at, so the least is taken.
double choice_cost(double shape, double log_gamma, std::span<const double> orders,
                   const UpperBounds& once) {
  double least = infinity;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const double cost = (1 + shape) * ((1 - 1 / orders[i]) * once[i] - log_gamma / orders[i]);
    least = std::min(least, cost);
  }
  return least;
}

}  // namespace

void check(const Repetitions& repetitions) {
  const double least = is_poisson(repetitions) ? 0 : 1;
  const bool shaped = repetitions.shape > -1;
  const bool counted = std::isfinite(repetitions.mean) && repetitions.mean >= least &&
                       repetitions.mean > 0 && repetitions.mean < 1e100;
  if (shaped && counted) return;
  throw std::invalid_argument(
      "a selection: expected a shape above -1 and a mean of at least 1 (Poisson: above 0)");
}

UpperBounds selection_rdp(const Repetitions& repetitions, std::span<const double> orders,
                          const UpperBounds& once) {
  check(repetitions);
  const auto& [shape, mean] = repetitions;
  if (is_poisson(repetitions)) return poisson_rdp(mean, orders, once);
  const double cost = choice_cost(shape, log_stop(repetitions), orders, once);
  UpperBounds result;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    result.push_back(once[i] + cost + std::log(mean) / (orders[i] - 1));
  }
  return result;
}

}  // namespace skald::privacy
