#include "privacy/renyi_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "privacy/infinity.hpp"
#include "privacy/log_space.hpp"

namespace skald::privacy {
namespace {

double exponent(const RenyiCurve& curve, double order) { return (order - 1) * curve(order); }

// (order - 1) times the divergence at a whole order of at least 2. The weights of a binomial law
// add up to 1, so that of each term only what exceeds its weight is added.
double log_moment_of_poisson(const RenyiCurve& curve, double order, double rate) {
  constexpr double factor = 3;  // of terms from the third on
  std::vector<double> terms;
  for (double k = 2; k <= order; ++k) {
    const double rest = k < order ? (order - k) * std::log1p(-rate) : 0;
    const double log_weight = log_binomial(order, k) + k * std::log(rate) + rest;
    const double grown = exponent(curve, k) + (k > 2 ? std::log(factor) : 0);
    if (grown > 0) terms.push_back(log_weight + log_expm1(grown));
  }
  return log1p_exp(log_sum(terms));
}

double log_moment_of_fixed_size(const RenyiCurve& curve, double order, double rate) {
  const double two = exponent(curve, 2);
  const double difference = two > 0 ? std::log(4) + log_expm1(two) : -infinity;
  std::vector<double> terms;
  for (double k = 2; k <= order; ++k) {
    double factor = std::log(2) + exponent(curve, k);
    if (k == 2) factor = std::min(factor, difference);
    terms.push_back(log_binomial(order, k) + k * std::log(rate) + factor);
  }
  return log1p_exp(log_sum(terms));
}

// By the chord between whole orders: cumulants are convex in the order and 0 at order 1.
template <class Cumulant>
RenyiCurve sampled(RenyiCurve curve, double rate, Cumulant cumulant) {
  return [=, curve = std::move(curve)](double order) {
    const UpperBound unsampled = curve(order);
    if (rate == 0) return UpperBound(0);
    if (rate == 1) return unsampled;
    const double low = std::floor(order), share = order - low;
    const double left = low > 1 ? cumulant(curve, low, rate) : 0;
    const double right = share > 0 ? cumulant(curve, low + 1, rate) : 0;
    return std::min(UpperBound(((1 - share) * left + share * right) / (order - 1)), unsampled);
  };
}

}  // namespace

RenyiCurve poisson_renyi(RenyiCurve curve, double rate) {
  return sampled(std::move(curve), rate, log_moment_of_poisson);
}

RenyiCurve fixed_size_renyi(RenyiCurve curve, double rate) {
  return sampled(std::move(curve), rate, log_moment_of_fixed_size);
}

}  // namespace skald::privacy
