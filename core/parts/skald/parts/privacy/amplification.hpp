// What the secret sampling of a unit makes of eps.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace skald {

inline void check_amplification(double epsilon, double rate) {
  if (!(epsilon >= 0)) {
    throw std::invalid_argument("subsampling: epsilon is " + std::to_string(epsilon) +
                                ", expected a number from 0 to infinity");
  }
  if (!(rate > 0 && rate <= 1)) {
    throw std::invalid_argument("subsampling: rate is " + std::to_string(rate) +
                                ", expected above 0 and at most 1");
  }
}

// log(1 + rate (e^epsilon - 1)) and its inverse in epsilon. rate in (0, 1].
inline double amplified_epsilon(double epsilon, double rate) {
  check_amplification(epsilon, rate);
  return epsilon > 40 ? epsilon + std::log(rate + (1 - rate) * std::exp(-epsilon))
                      : std::log1p(rate * std::expm1(epsilon));
}
inline double base_epsilon(double amplified, double rate) {
  check_amplification(amplified, rate);
  return amplified > 40 ? amplified + std::log((1 - (1 - rate) * std::exp(-amplified)) / rate)
                        : std::log1p(std::expm1(amplified) / rate);
}

// Probability that a given unit is among `draws` draws with replacement from `population`.
inline double replacement_rate(std::int64_t draws, std::int64_t population) {
  if (draws < 0 || population < 1) {
    throw std::invalid_argument(
        "subsampling: expected 0 or more draws from a population of 1 or more");
  }
  if (draws == 0) return 0;
  return -std::expm1(static_cast<double>(draws) * std::log1p(-1 / static_cast<double>(population)));
}

// The logarithm of "n choose k".
inline double log_binomial(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

}  // namespace skald
