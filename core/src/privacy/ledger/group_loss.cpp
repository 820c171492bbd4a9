#include "privacy/ledger/group_loss.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "privacy/infinity.hpp"
#include "privacy/log_space.hpp"
#include "privacy/normal.hpp"

namespace skald::privacy {
namespace {

constexpr double position_rounding = 1e-11;  // of positions found by bisection

// P against Q = N(0, 1), in standard deviations.
struct Mixture {
  std::vector<double> log_weight, shift;

  // log P / Q at t, which increases.
  double loss(double t) const {
    std::vector<double> terms;
    terms.reserve(shift.size());
    for (std::size_t j = 0; j < shift.size(); ++j) {
      terms.push_back(log_weight[j] + shift[j] * (t - 0.5 * shift[j]));
    }
    return log_sum(terms);
  }
  // The t with that loss.
  double position(double l, double low, double high) const {
    for (int i = 0; i < 100 && high - low > 1e-15 * (1 + std::abs(low)); ++i) {
      const double middle = 0.5 * (low + high);
      (loss(middle) < l ? low : high) = middle;
    }
    return high;
  }
  double above(double t) const {
    double sum = 0;
    for (std::size_t j = 0; j < shift.size(); ++j) {
      sum += std::exp(log_weight[j]) * normal_cdf(shift[j] - t);
    }
    return sum;
  }
  double below(double t) const {
    double sum = 0;
    for (std::size_t j = 0; j < shift.size(); ++j) {
      sum += std::exp(log_weight[j]) * normal_cdf(t - shift[j]);
    }
    return sum;
  }
};

Mixture mixture_of(const SampledGroup& group) {
  Mixture mixture;
  const auto k = static_cast<double>(group.group);
  for (double j = 0; j <= k; ++j) {
    mixture.log_weight.push_back(log_binomial(k, j) + j * std::log(group.rate) +
                                 (k - j) * std::log1p(-group.rate));
    mixture.shift.push_back(j / group.noise_multiplier);
  }
  return mixture;
}

void check_group(const SampledGroup& group) {
  const bool noisy = group.noise_multiplier > 0 && std::isfinite(group.noise_multiplier);
  const bool sampled = group.rate > 0 && group.rate < 1;
  if (noisy && sampled && group.group >= 1 && group.group <= largest_group) return;
  throw std::invalid_argument(
      "a sampled group: expected finite noise above 0, a rate between 0 and 1 and a group of 1 "
      "to " +
      std::to_string(largest_group));
}

}  // namespace

LossLaw group_law(const SampledGroup& group, double reach) {
  check_group(group);
  const Mixture mixture = mixture_of(group);
  const double low = -reach, high = reach + mixture.shift.back();
  const LossRange range{mixture.loss(low), mixture.loss(high)};
  return {[=](double l) {
            const double t = l <= range.low    ? low
                             : l >= range.high ? high
                                               : mixture.position(l, low, high);
            return LossTails{mixture.above(t), normal_cdf(-t), mixture.below(t), normal_cdf(t)};
          },
          range, position_rounding};
}

}  // namespace skald::privacy
