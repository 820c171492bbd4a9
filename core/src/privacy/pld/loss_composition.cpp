#include "privacy/pld/loss_composition.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>

#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

using Spectrum = std::vector<std::complex<double>>;

constexpr double sum_roundoff = std::numeric_limits<double>::epsilon();
constexpr double negligible_noise = 1e-26;
constexpr double negligible = -60;  // log of a spectral value that need not be computed

struct Support {
  double low = 0, high = 0;  // in intervals
};

Support support_of(std::span<const LossPower> powers) {
  Support result;
  for (const LossPower& power : powers) {
    result.low += power.count * static_cast<double>(power.step.grid.at.front());
    result.high += power.count * static_cast<double>(power.step.grid.at.back());
  }
  return result;
}

// The tilted law wrapped around a circle of `length` losses, such that loss index k sits at k
// modulo length.
std::vector<double> wrapped(const LossDistribution& law, double tilt, double log_scale,
                            std::size_t length) {
  const std::vector<double> mass = tilted(law, tilt, log_scale);
  std::vector<double> circle(length);
  const auto n = static_cast<std::int64_t>(length);
  std::int64_t position = ((law.grid.at.front() % n) + n) % n;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    circle[static_cast<std::size_t>(position)] += mass[i];
    if (i + 1 == mass.size()) break;
    position += law.grid.at[i + 1] - law.grid.at[i];
    if (position >= n) position %= n;
  }
  return circle;
}

double norm(const std::vector<double>& values) {
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}

// log P(tilted sum beyond an edge), Chernoff with the exact moments.
double log_tail(std::span<const LossPower> powers, double tilt, double shift, double edge,
                double log_scale) {
  return log_moment(powers, tilt + shift) - log_scale - shift * edge;
}

}  // namespace

ComposedLoss::ComposedLoss(std::span<const LossPower> powers, double tilt,
                           const Cumulants::Window& window, Side side, Fourier& fourier)
    : side_(side), interval_(powers.front().step.grid.interval), tilt_(tilt) {
  const Support support = support_of(powers);
  const double low = std::max(support.low, std::floor(window.low / interval_));
  const double high = std::min(support.high, std::ceil(window.high / interval_));
  const std::size_t length =
      Fourier::good_length(static_cast<std::size_t>(std::max(high - low, 0.0)) + 2);
  first_ = static_cast<std::int64_t>(low);
  transform(powers, length, fourier);
  const double top = low + static_cast<double>(length) - 1;
  if (low > support.low) {
    outside_ += std::exp(log_tail(powers, tilt, -window.low_shift, low * interval_, log_scale_));
  }
  if (top < support.high) {
    outside_ += std::exp(log_tail(powers, tilt, window.high_shift, top * interval_, log_scale_));
  }
  // The noise of the masses above epsilon under falling weights (Cauchy and Schwarz), and
  // everything that may have wrapped around to there.
  const double bins = std::min(static_cast<double>(length), -1 / std::expm1(-2 * tilt * interval_));
  finite_error_ = outside_ + noise_ * std::sqrt(bins);
  relative_ = sum_roundoff *
              (8 * static_cast<double>(length) + 16 * total_count(powers) + std::abs(log_scale_) +
               tilt * interval_ * std::max(std::abs(low), std::abs(top)));
}

void ComposedLoss::transform(std::span<const LossPower> powers, std::size_t length,
                             Fourier& fourier) {
  Spectrum product(length / 2 + 1);
  std::vector<double> log_modulus(product.size()), argument(product.size());
  std::vector<double> amplification(product.size());
  // Each value of a transform is a sum of the inputs through `levels` butterflies, each with a
  // relative error below 2.2 units (twiddle, complex product, sum); compare Higham 2002,
  // Theorem 24.2.
  const double transform_error = 2.2 * sum_roundoff * (2 + std::log2(static_cast<double>(length)));
  const double skipped = total_count(powers) < 2 ? -infinity : negligible;
  double log_finite = 0, step_error = 0;
  for (const LossPower& power : powers) {
    const double scale = log_moment(power.step, tilt_);
    const std::vector<double> law = wrapped(power.step, tilt_, scale, length);
    const Spectrum step = fourier.forward(law);
    for (std::size_t k = 0; k < step.size(); ++k) {
      const double square = std::norm(step[k]);
      log_modulus[k] += 0.5 * power.count * std::log(square);
      if (log_modulus[k] <= skipped) continue;
      argument[k] += std::remainder(power.count * std::arg(step[k]), 2 * std::numbers::pi);
      amplification[k] += power.count / std::sqrt(square);
    }
    const double reach = largest_loss(power.step.grid);
    const double tilt_error = sum_roundoff * (16 + std::abs(scale) + 2 * tilt_ * reach);
    step_error = std::max(step_error, transform_error + tilt_error);
    log_scale_ += power.count * scale;
    log_finite += power.count * std::log1p(-power.step.infinity);
  }
  double squares = 0;
  for (std::size_t k = 0; k < product.size(); ++k) {
    if (log_modulus[k] <= skipped) continue;
    const double modulus = std::exp(log_modulus[k]);
    product[k] = std::polar(modulus, argument[k]);
    squares += 2 * modulus * amplification[k] * modulus * amplification[k];
  }
  // The power T of a value of modulus r passes an error e on as T r^(T-1) e, with some margin.
  noise_ = negligible_noise + 1.3 * step_error * std::sqrt(squares / static_cast<double>(length));
  infinity_ = -std::expm1(log_finite);
  unwrap(fourier.inverse(product, length));
  noise_ += 2 * transform_error * norm(tilted_mass_);
}

void ComposedLoss::unwrap(const std::vector<double>& circle) {
  const auto length = static_cast<std::int64_t>(circle.size());
  auto position = static_cast<std::size_t>(((first_ % length) + length) % length);
  tilted_mass_.resize(circle.size());
  for (double& value : tilted_mass_) {
    value = std::max(0.0, circle[position]);
    if (++position == circle.size()) position = 0;
  }
}

double ComposedLoss::loss(std::size_t i) const {
  return static_cast<double>(first_ + static_cast<std::int64_t>(i)) * interval_;
}

double ComposedLoss::weight(double at) const { return std::exp(log_scale_ - tilt_ * at); }

double ComposedLoss::lowest() const { return loss(0); }

double ComposedLoss::bound(double epsilon, double finite) const {
  const double sign = side_ == Side::above ? 1 : -1;
  return finite * (1 + sign * relative_) + sign * weight(epsilon) * finite_error_ + infinity_;
}

double ComposedLoss::delta(double epsilon) const {
  double finite = 0;
  for (std::size_t i = tilted_mass_.size(); i-- > 0;) {
    const double at = loss(i);
    if (at <= epsilon) break;
    finite += tilted_mass_[i] * weight(at) * -std::expm1(epsilon - at);
  }
  return std::clamp(bound(epsilon, finite), 0.0, 1.0);
}

double ComposedLoss::epsilon(double delta) const {
  // From the top down: `mass` is the sum of p over losses above, `scaled` that of p exp(here -
  // loss).
  const double decay = std::exp(-interval_);
  std::vector<double> ratios(64);
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    ratios[i] = std::exp(-tilt_ * interval_ * static_cast<double>(i));
  }
  const double sign = side_ == Side::above ? 1 : -1;
  double mass = 0, scaled = 0, block_weight = 0;
  double here = 0;
  for (std::size_t i = tilted_mass_.size(); i-- > 0;) {
    here = loss(i);
    scaled *= decay;
    if (i % 64 == 63 || i + 1 == tilted_mass_.size()) block_weight = weight(loss(i - i % 64));
    const double here_weight = block_weight * ratios[i % 64];
    const double least = (mass - scaled) * (1 + sign * relative_) + infinity_;
    if (here <= 0 || least + sign * here_weight * finite_error_ > delta) break;
    const double p = tilted_mass_[i] * here_weight;
    mass += p;
    scaled += p;
  }
  if (bound(here, mass - scaled) <= delta) {
    return side_ == Side::above ? std::max(here, 0.0) : 0.0;
  }
  // Between two losses only exp(epsilon - here) * scaled changes; the error is taken where it is
  // larger.
  const double excess = bound(here, mass) - delta;
  const double ratio = excess / (scaled * (1 + sign * relative_));
  const double end = side_ == Side::above ? infinity : 0.0;
  if (!(scaled > 0) || !(ratio > 0)) return end;
  return std::max(0.0, here + std::min(std::log(ratio), interval_));
}

LossDistribution ComposedLoss::law() const {
  const double sign = side_ == Side::above ? 1 : -1;
  const auto size = static_cast<std::int64_t>(tilted_mass_.size());
  LossDistribution result{multiples(first_, first_ + size - 1, interval_),
                          std::vector<double>(tilted_mass_.size()), infinity_};
  for (std::size_t i = 0; i < tilted_mass_.size(); ++i) {
    const double tilted_bound = std::max(0.0, tilted_mass_[i] + sign * noise_);
    result.mass[i] = tilted_bound * weight(loss(i)) * (1 + sign * relative_);
  }
  return result;
}

}  // namespace skald::privacy
