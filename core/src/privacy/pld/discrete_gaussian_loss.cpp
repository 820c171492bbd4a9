#include "privacy/pld/discrete_gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

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

LossTailFunction discrete_gaussian_tails(double sigma, std::int64_t distance) {
  const auto masses = std::make_shared<const Masses>(discrete_gaussian(sigma));
  const auto d = static_cast<double>(distance);
  return [=](double l) {
    // The loss of x is d (d - 2 x) / (2 sigma^2): above l up to the whole number below `end`.
    const double end = 0.5 * d - l * sigma * sigma / d;
    const double clamped = std::clamp(end, -1e15, 1e15);
    const auto last = static_cast<std::int64_t>(std::ceil(clamped)) - 1;
    return LossTails{masses->at_most(last), masses->at_most(last - distance), masses->beyond(last),
                     masses->beyond(last - distance)};
  };
}

LossRange discrete_gaussian_range(double sigma, std::int64_t distance, double reach) {
  const double mu = static_cast<double>(distance) / sigma;
  return gaussian_range(mu, reach + 1 / sigma);
}

}  // namespace skald::privacy
