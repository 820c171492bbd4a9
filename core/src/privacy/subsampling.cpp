#include "privacy/subsampling.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/gaussian.hpp"
#include "privacy/log_space.hpp"

namespace skald::privacy {

Budget amplify(Budget base, double rate) {
  check_budget(base.epsilon, base.delta);
  return {amplified_epsilon(base.epsilon, rate), rate * base.delta};
}

Budget amplification_base(Budget target, double rate) {
  check_budget(target.epsilon, target.delta);
  return {base_epsilon(target.epsilon, rate), std::min(1.0, target.delta / rate)};
}

Budget amplify_with_replacement(const GroupProfile& profile, double epsilon, std::int64_t draws,
                                std::int64_t population) {
  check_budget(epsilon, 0);
  const double rate = replacement_rate(draws, population);
  if (rate == 0) return {0, 0};
  const auto n = static_cast<double>(draws), size = static_cast<double>(population);
  double sum = 0;
  for (std::int64_t copies = 1; copies <= draws; ++copies) {
    const auto k = static_cast<double>(copies);
    const double missed = copies < draws ? (n - k) * std::log1p(-1 / size) : 0;
    const double weight = std::exp(log_binomial(n, k) - k * std::log(size) + missed);
    sum += weight * profile(epsilon, copies);
    // The weights fall faster than geometrically beyond their mode; the rest is added with deltas
    // of 1.
    const double next = (n - k) / ((k + 1) * std::max(size - 1, 1e-300));
    if (next < 0.5 && weight * next / (1 - next) < 1e-18 * sum) {
      sum += weight * next / (1 - next);
      break;
    }
  }
  return {amplified_epsilon(epsilon, rate), std::min(1.0, sum)};
}

GroupProfile gaussian_group_profile(double sigma) {
  return [sigma](double epsilon, std::int64_t copies) {
    return gaussian_delta(sigma / static_cast<double>(copies), epsilon);
  };
}

}  // namespace skald::privacy
