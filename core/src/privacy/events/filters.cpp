#include "privacy/events/filters.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "privacy/renyi_conversion.hpp"

namespace skald::privacy {

double renyi_capacity(Budget budget, double order) {
  check_budget(budget.epsilon, budget.delta);
  if (!(order > 1)) throw std::invalid_argument("a Renyi order must be above 1");
  if (budget.delta >= 1 || std::isinf(budget.epsilon)) return infinity;
  if (budget.delta == 0) return 0;
  // As renyi_epsilon() (Canonne, Kamath, Steinke 2020, Proposition 12), solved for the divergence.
  const double capacity = budget.epsilon - std::log1p(-1 / order) +
                          (std::log(budget.delta) + std::log(order)) / (order - 1);
  return std::max(0.0, capacity);
}

double gaussian_capacity(Budget budget) {
  return 1 / analytic_gaussian_sigma(budget.epsilon, budget.delta);
}

std::int64_t PrivacyFilter::admit(double cost, std::int64_t count) {
  if (!(cost >= 0) || count < 0) {
    throw std::invalid_argument("a privacy filter: expected costs and counts of 0 or more");
  }
  if (stopped_ || count == 0) return 0;
  if (cost == 0) return count;
  const auto wanted = static_cast<double>(count);
  double fits = std::min(wanted, std::max(0.0, std::floor((capacity_ - spent_) / cost)));
  while (fits > 0 && spent_ + fits * cost > capacity_) --fits;  // what division has rounded up
  if (fits > 0) spent_ += fits * cost;
  stopped_ = fits < wanted;
  return static_cast<std::int64_t>(fits);
}

double filter_order(std::span<const double> orders, std::span<const UpperBound> divergences,
                    Budget budget) {
  double best = 0, most = 0;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const double capacity = renyi_capacity(budget, orders[i]);
    if (!(capacity > 0) || std::isinf(divergences[i])) continue;
    const double fit = capacity / divergences[i];
    if (fit <= most) continue;
    most = fit;
    best = orders[i];
  }
  return best;
}

double odometer_epsilon(std::span<const double> orders, std::span<const UpperBound> divergences,
                        double delta) {
  check_budget(0, delta);
  if (orders.size() != divergences.size() || orders.empty()) {
    throw std::invalid_argument("odometer: one divergence is needed for every order");
  }
  if (delta == 0) return infinity;
  if (delta >= 1) return 0;
  const bool nothing = std::all_of(divergences.begin(), divergences.end(),
                                   [](double divergence) { return divergence == 0; });
  if (nothing) return 0;
  // sum_j w_j exp((a_j - 1) (L - r_j)) starts at 1 and is a supermartingale: it exceeds 1 / delta
  // with probability delta at most. It rises with L.
  const double log_most = -std::log(delta),
               log_weight = -std::log(static_cast<double>(orders.size()));
  const auto log_mixture = [&](double loss) {
    std::vector<double> terms;
    for (std::size_t j = 0; j < orders.size(); ++j) {
      if (std::isinf(divergences[j])) continue;
      terms.push_back(log_weight + (orders[j] - 1) * (loss - divergences[j]));
    }
    return log_sum(terms);
  };
  double high = infinity;
  for (std::size_t j = 0; j < orders.size(); ++j) {
    high = std::min(high, divergences[j] + (log_most - log_weight) / (orders[j] - 1));
  }
  if (std::isinf(high)) return infinity;
  const auto missing = [&](double loss) { return log_most - log_mixture(loss); };
  return safe_root(missing, 0, high * (1 + 1e-12) + 1e-12, 1e-12 * std::max(1.0, high));
}

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
