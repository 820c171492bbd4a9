#include "privacy/audit.hpp"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <stdexcept>

#include "privacy/gaussian.hpp"

namespace skald::privacy {
namespace {

void check(std::int64_t successes, std::int64_t trials, double failure) {
  if (trials >= 1 && successes >= 0 && successes <= trials && failure > 0 && failure < 1) return;
  throw std::invalid_argument(
      "Clopper-Pearson: expected at least 1 trial, 0 to `trials` successes and a failure "
      "probability between 0 and 1");
}

}  // namespace

double proportion_at_least(std::int64_t successes, std::int64_t trials, double failure) {
  check(successes, trials, failure);
  if (successes == 0) return 0;
  const auto k = static_cast<double>(successes), n = static_cast<double>(trials);
  return quantile(boost::math::beta_distribution<>(k, n - k + 1), failure);
}

double proportion_at_most(std::int64_t successes, std::int64_t trials, double failure) {
  return 1 - proportion_at_least(trials - successes, trials, failure);
}

double attack_epsilon(const AttackCounts& counts, double delta, double significance) {
  const double least =
      proportion_at_least(counts.true_positives, counts.runs_with, significance / 2);
  const double most =
      proportion_at_most(counts.false_positives, counts.runs_without, significance / 2);
  return least > delta ? std::max(0.0, std::log((least - delta) / most)) : 0;
}

ShownErrors shown_errors(const AttackCounts& counts, double significance) {
  return {counts, proportion_at_most(counts.false_positives, counts.runs_without, significance / 2),
          proportion_at_most(counts.runs_with - counts.true_positives, counts.runs_with,
                             significance / 2)};
}

double shown_distance(const ShownErrors& errors) {
  if (errors.alarms >= 1 || errors.missed >= 1) return 0;
  static const boost::math::normal_distribution<> normal;
  return std::max(0.0, -quantile(normal, errors.alarms) - quantile(normal, errors.missed));
}

double gaussian_attack_epsilon(const AttackCounts& counts, double delta, double significance) {
  const double mu = shown_distance(shown_errors(counts, significance));
  return mu > 0 ? gaussian_epsilon(1 / mu, delta) : 0;
}

}  // namespace skald::privacy
