#include "privacy/pld/other_noise_loss.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "privacy/pld/gaussian_loss.hpp"

namespace skald::privacy {
namespace {

// The masses of {x <= i + first} and of its complement, each summed from its small end.
struct Masses {
  std::int64_t first;
  std::vector<double> below, above;

  double at_most(std::int64_t x) const {
    if (x < first) return 0;
    return x >= first + static_cast<std::int64_t>(below.size())
               ? 1
               : below[static_cast<std::size_t>(x - first)];
  }
  double beyond(std::int64_t x) const {
    if (x < first) return 1;
    return x >= first + static_cast<std::int64_t>(above.size())
               ? 0
               : above[static_cast<std::size_t>(x - first)];
  }
};

Masses discrete_gaussian(double sigma) {
  const auto most = static_cast<std::int64_t>(std::ceil(38.5 * sigma));  // exp() is 0 beyond
  Masses masses{-most, {}, {}};
  std::vector<double> mass;
  for (std::int64_t x = -most; x <= most; ++x) {
    const double t = static_cast<double>(x) / sigma;
    mass.push_back(std::exp(-0.5 * t * t));
  }
  double half = 0;  // from the small end
  for (std::int64_t i = 0; i < most; ++i) half += mass[static_cast<std::size_t>(i)];
  const double total = 2 * half + 1;
  masses.below.resize(mass.size());
  masses.above.resize(mass.size());
  double sum = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    sum += mass[i] / total;
    masses.below[i] = sum;
  }
  sum = 0;
  for (std::size_t i = mass.size(); i-- > 0;) {
    masses.above[i] = sum;
    sum += mass[i] / total;
  }
  return masses;
}

}  // namespace

LossLaw laplace_law(double distance) {
  const auto tails = [=](double l) {
    if (l < -distance) return LossTails{1, 1, 0, 0};
    if (l >= distance) return LossTails{0, 0, 1, 1};
    const double p_below = 0.5 * std::exp(-0.5 * (distance - l));
    const double q_above = 0.5 * std::exp(-0.5 * (distance + l));
    return LossTails{1 - p_below, q_above, p_below, 1 - q_above};
  };
  return {tails, around_atoms(distance)};
}

LossLaw discrete_laplace_law(double scale, std::int64_t distance) {
  const auto d = static_cast<double>(distance);
  const double end = d / scale, outer = 1 / (1 + std::exp(-1 / scale));  // mass of {x <= 0}
  const auto tails = [=](double l) {
    if (l < -end) return LossTails{1, 1, 0, 0};
    if (l >= end) return LossTails{0, 0, 1, 1};
    // The loss of x is (d - 2 x) / scale from 0 to d, and constant beyond: above l up to `last`.
    const double last = std::ceil(0.5 * (d - l * scale)) - 1;
    const double p_below = outer * std::exp(-(last + 1) / scale);
    const double q_above = outer * std::exp(-(d - last) / scale);
    return LossTails{1 - p_below, q_above, p_below, 1 - q_above};
  };
  return {tails, around_atoms(end)};
}

LossLaw discrete_gaussian_law(double sigma, std::int64_t distance, double reach) {
  const auto masses = std::make_shared<const Masses>(discrete_gaussian(sigma));
  const auto d = static_cast<double>(distance);
  const auto tails = [=](double l) {
    // The loss of x is d (d - 2 x) / (2 sigma^2): above l up to the whole number below `end`.
    const double end = 0.5 * d - l * sigma * sigma / d;
    const double clamped = std::clamp(end, -1e15, 1e15);
    const auto last = static_cast<std::int64_t>(std::ceil(clamped)) - 1;
    return LossTails{masses->at_most(last), masses->at_most(last - distance), masses->beyond(last),
                     masses->beyond(last - distance)};
  };
  return {tails, gaussian_law(d / sigma, reach + 1 / sigma).range};
}

}  // namespace skald::privacy
