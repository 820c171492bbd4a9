#include "privacy/composition.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "privacy/infinity.hpp"
#include "privacy/log_space.hpp"
#include "privacy/root.hpp"

namespace skald::privacy {
namespace {

void check(Budget step, std::int64_t k) {
  check_budget(step.epsilon, step.delta);
  if (k < 0) throw std::invalid_argument("composition: the number of releases must be 0 or more");
}

void check_slack(double slack) {
  if (slack > 0 && slack <= 1) return;
  throw std::invalid_argument("composition: slack must be above 0 and at most 1");
}

// 1 - (1 - delta)^k (1 - slack)
double union_delta(double delta, double k, double slack) {
  if (k == 0) return slack;
  return -std::expm1(k * std::log1p(-delta) + std::log1p(-slack));
}

// delta of k binary randomised responses with parameter `step` at loss `epsilon`.
double response_delta(double step, double k, double epsilon) {
  const double log_yes = -std::log1p(std::exp(-step));
  const double log_no = -step + log_yes;
  double sum = 0;
  for (double yes = k; yes >= 0; --yes) {
    const double loss = (2 * yes - k) * step;
    if (loss <= epsilon) break;
    sum += std::exp(log_binomial(k, yes) + yes * log_yes + (k - yes) * log_no) *
           -std::expm1(epsilon - loss);
  }
  return std::min(sum, 1.0);
}

}  // namespace

Budget basic_composition(Budget step, std::int64_t k) {
  check(step, k);
  if (k == 0) return {0, 0};
  const auto n = static_cast<double>(k);
  return {n * step.epsilon, std::min(1.0, n * step.delta)};
}

Budget advanced_composition(Budget step, std::int64_t k, double slack) {
  check(step, k);
  check_slack(slack);
  if (k == 0) return {0, 0};
  const auto n = static_cast<double>(k);
  const double epsilon = step.epsilon * std::sqrt(-2 * n * std::log(slack)) +
                         n * step.epsilon * std::expm1(step.epsilon);
  return {std::min(epsilon, n * step.epsilon), std::min(1.0, n * step.delta + slack)};
}

Budget closed_form_composition(Budget step, std::int64_t k, double slack) {
  check(step, k);
  check_slack(slack);
  if (k == 0) return {0, 0};
  const auto n = static_cast<double>(k);
  const double e = step.epsilon;
  const double drift = n * e * std::tanh(e / 2);
  const double first =
      drift + e * std::sqrt(2 * n * std::log(std::numbers::e + std::sqrt(n * e * e) / slack));
  const double second = drift + e * std::sqrt(-2 * n * std::log(slack));
  return {std::min({n * e, first, second}), union_delta(step.delta, n, slack)};
}

double optimal_composition(Budget step, std::int64_t k, double delta) {
  check(step, k);
  check_budget(0, delta);
  if (k == 0 || delta >= 1) return 0;
  const auto n = static_cast<double>(k);
  const double kept = std::exp(n * std::log1p(-step.delta));
  const double slack = (delta - (1 - kept)) / kept;
  if (!(slack >= 0)) return infinity;
  if (!std::isfinite(step.epsilon)) return infinity;
  const auto excess = [&](double epsilon) {
    return response_delta(step.epsilon, n, epsilon) - slack;
  };
  const double most = n * step.epsilon;
  return safe_root(excess, 0, most, 1e-13 * std::max(most, 1e-3));
}

}  // namespace skald::privacy
