#include "privacy/events/mixture_loss.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

constexpr double position_rounding = 1e-11;  // of positions found by bisection

// P against Q = N(0, 1), in standard deviations.
class Mixture {
 public:
  explicit Mixture(const GaussianMixture& given) {
    for (std::size_t i = 0; i < given.shift.size(); ++i) {
      if (given.log_weight[i] == -infinity) continue;
      log_weight_.push_back(given.log_weight[i]);
      shift_.push_back(given.shift[i] / given.noise_multiplier);
    }
  }
  double largest_shift() const { return *std::max_element(shift_.begin(), shift_.end()); }
  // log P / Q at t, which increases, and its slope, too.
  double loss(double t) const { return loss_and_slope(t).first; }
  std::pair<double, double> loss_and_slope(double t) const {
    double largest = -infinity;
    for (std::size_t j = 0; j < shift_.size(); ++j) largest = std::max(largest, term(j, t));
    double sum = 0, moved = 0;
    for (std::size_t j = 0; j < shift_.size(); ++j) {
      const double weight = std::exp(term(j, t) - largest);
      sum += weight;
      moved += weight * shift_[j];
    }
    return {largest + std::log(sum), moved / sum};
  }
  // The t with that loss. Tangents of a convex function stay above it; where they are slow, halves
  // help.
  double position(double l, double low, double high) const {
    for (int i = 0; i < 100 && high - low > 1e-15 * (1 + std::abs(low)); ++i) {
      const auto [there, slope] = loss_and_slope(high);
      const double next = high - (there - l) / slope;
      if (!(next < high)) return high;
      const bool is_there = high - next <= 1e-15 * (1 + std::abs(high));
      const bool is_slow = high - next < 0.25 * (high - low);
      high = std::max(next, low);
      if (is_there) return high;
      if (!is_slow || i % 4 != 3) continue;
      const double middle = 0.5 * (low + high);
      (loss(middle) < l ? low : high) = middle;
    }
    return high;
  }
  LossTails tails(double t) const {
    LossTails at{0, normal_cdf(-t), 0, normal_cdf(t)};
    for (std::size_t j = 0; j < shift_.size(); ++j) {
      at.p_above += std::exp(log_weight_[j]) * normal_cdf(shift_[j] - t);
      at.p_below += std::exp(log_weight_[j]) * normal_cdf(t - shift_[j]);
    }
    return at;
  }

 private:
  double term(std::size_t j, double t) const {
    return log_weight_[j] + shift_[j] * (t - 0.5 * shift_[j]);
  }

  std::vector<double> log_weight_, shift_;
};

bool is_usable(double shift) { return shift >= 0 && std::isfinite(shift); }

}  // namespace

void check(const GaussianMixture& mixture) {
  const auto& [z, shift, log_weight] = mixture;
  const bool noisy = z > 0 && std::isfinite(z);
  const bool moves = std::any_of(shift.begin(), shift.end(), [](double s) { return s > 0; });
  const bool usable = std::all_of(shift.begin(), shift.end(), is_usable);
  const bool sums = shift.size() == log_weight.size() && std::abs(log_sum(log_weight)) <= 1e-9;
  if (noisy && moves && usable && sums) return;
  throw std::invalid_argument(
      "a mixture of Gaussians: expected finite noise above 0, shifts of 0 or more, not all of them "
      "0, and as many probabilities that add up to 1");
}

LossLaw mixture_law(const GaussianMixture& given, double reach) {
  check(given);
  const auto mixture = std::make_shared<const Mixture>(given);
  const double low = -reach, high = reach + mixture->largest_shift();
  const LossRange range{mixture->loss(low), mixture->loss(high)};
  return {[=](double l) {
            if (l <= range.low) return mixture->tails(low);
            return mixture->tails(l >= range.high ? high : mixture->position(l, low, high));
          },
          range, position_rounding};
}

GaussianMixture sampled_group(double noise_multiplier, double rate, std::int64_t size) {
  if (!(rate > 0 && rate < 1) || size < 1 || size > largest_group) {
    throw std::invalid_argument(
        "a sampled group: expected a rate between 0 and 1 and a group of 1 to " +
        std::to_string(largest_group));
  }
  GaussianMixture mixture{noise_multiplier, {}, {}};
  const auto k = static_cast<double>(size);
  for (double j = 0; j <= k; ++j) {
    mixture.shift.push_back(j);
    mixture.log_weight.push_back(log_binomial(k, j) + j * std::log(rate) +
                                 (k - j) * std::log1p(-rate));
  }
  return mixture;
}

}  // namespace skald::privacy
