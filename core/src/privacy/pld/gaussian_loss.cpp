#include "privacy/pld/gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {
namespace {

struct Tails {
  double above, below;
};

// Masses of a standard normal on both sides of t.
Tails normal_tails(double t) {
  const double small = 0.5 * std::erfc(std::abs(t) / std::numbers::sqrt2);
  return t > 0 ? Tails{small, 1 - small} : Tails{1 - small, small};
}

LossTails mixed(double q, Tails p0, Tails p1, Tails q0, Tails q1) {
  return {(1 - q) * p0.above + q * p1.above, (1 - q) * q0.above + q * q1.above,
          (1 - q) * p0.below + q * p1.below, (1 - q) * q0.below + q * q1.below};
}

double log_sinh(double x) { return x + std::log(-std::expm1(-2 * x)) - std::numbers::ln2; }

// The x / z^2 at which the loss of the replaced pair equals l >= 0: with y = exp(x / z^2) the loss
// gives a quadratic in y, whose positive root has log y = l/2 + asinh((1-q) sinh(l/2) / (q c)),
// c = exp(-1/2z^2).
double replaced_position(double l, double z, double q) {
  if (l == 0) return 0;
  const double log_s = std::log((1 - q) / q) + 0.5 / (z * z) + log_sinh(0.5 * l);
  const double inverse = log_s > 30 ? log_s + std::numbers::ln2 : std::asinh(std::exp(log_s));
  return 0.5 * l + inverse;
}

}  // namespace

LossLaw poisson_law(const SampledGaussian& step) {
  const double z = step.noise_multiplier, q = step.rate;
  const auto loss = [=](double t) { return mixed_loss((t - 0.5 / z) / z, q); };
  const auto tails = [=](double l) {
    const double t = unmixed_loss(l, q) * z + 0.5 / z;
    const Tails base = normal_tails(t), moved = normal_tails(t - 1 / z);
    return mixed(q, base, moved, base, base);
  };
  return {tails, {loss(-step.reach), loss(step.reach + 1 / z)}};
}

LossLaw poisson_replace_one_law(const SampledGaussian& step) {
  const double z = step.noise_multiplier, q = step.rate, end = step.reach + 1 / z;
  const auto tails = [=](double l) {
    const double t = std::copysign(replaced_position(std::abs(l), z, q) * z, l);
    const Tails base = normal_tails(t);
    return mixed(q, base, normal_tails(t - 1 / z), base, normal_tails(t + 1 / z));
  };
  const double high = mixed_loss((end - 0.5 / z) / z, q) - mixed_loss((-end - 0.5 / z) / z, q);
  return {tails, {-high, high}};
}

LossLaw fixed_size_law(const SampledGaussian& step) {
  const double sigma = 0.5 * step.noise_multiplier, q = step.rate;
  const auto tails = [=](double l) {
    const double t = unmixed_loss(std::abs(l), q) * sigma + 0.5 / sigma;
    const Tails base = normal_tails(t), moved = normal_tails(t - 1 / sigma);
    const LossTails up = mixed(q, base, moved, base, base);
    if (l >= 0) return up;
    return LossTails{up.q_below, up.p_below, up.q_above, up.p_above};
  };
  const double high = mixed_loss((step.reach + 0.5 / sigma) / sigma, q);
  return {tails, {-high, high}};
}

LossLaw zeroed_law(const SampledGaussian& step) {
  const double z = step.noise_multiplier, q = step.rate;
  const double log_r = std::log((1 - q) / q) - 1 / (z * z);
  // With Y = exp(x / z^2 - 3 / 2z^2) the loss at x is l where Y^2 - e^l Y + r (1 - e^l) = 0: at one
  // x for l >= 0, at two or none below.
  const auto position = [=](double log_y) { return z * (log_y + 1.5 / (z * z)); };
  const auto tails = [=](double l) {
    const double under = 1 + 4 * std::exp(log_r) * (std::exp(-l) - std::exp(-2 * l));
    if (!(under > 0)) return LossTails{1, 1, 0, 0};
    const double log_up = l + std::log(0.5 * (1 + std::sqrt(under))), up = position(log_up);
    const Tails base = normal_tails(up), one = normal_tails(up - 1 / z),
                two = normal_tails(up - 2 / z);
    const LossTails above = mixed(q, base, two, base, one);
    if (l >= 0) return above;
    const double down = position(log_r + std::log(-std::expm1(l)) - log_up);
    const Tails base_down = normal_tails(down);
    const LossTails also =
        mixed(q, base_down, normal_tails(down - 2 / z), base_down, normal_tails(down - 1 / z));
    return LossTails{above.p_above + also.p_below, above.q_above + also.q_below,
                     std::max(0.0, above.p_below - also.p_below),
                     std::max(0.0, above.q_below - also.q_below)};
  };
  const double least =
      std::numbers::ln2 - (log_r < -60 ? -log_r / 2 : std::log1p(std::sqrt(1 + std::exp(-log_r))));
  const double end = step.reach + 2 / z;
  return {tails,
          {least, mixed_loss((2 * end - 2 / z) / z, q) - mixed_loss((end - 0.5 / z) / z, q)},
          1e-11};
}

LossLaw gaussian_law(double mu, double reach) {
  const auto tails = [=](double l) {
    const Tails p = normal_tails(l / mu - 0.5 * mu), q = normal_tails(l / mu + 0.5 * mu);
    return LossTails{p.above, q.above, p.below, q.below};
  };
  const double high = mu * (reach + 0.5 * mu);
  return {tails, {-high, high}};
}

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
