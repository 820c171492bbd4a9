#include "privacy/pld/band_limited_loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "privacy/infinity.hpp"
#include "privacy/root.hpp"

namespace skald::privacy {
namespace {

using Complex = std::complex<double>;

constexpr double roundoff = std::numeric_limits<double>::epsilon();
constexpr double two_pi = 2 * std::numbers::pi;
constexpr double outer_tail = 1e-13;  // of the tilted law on each side of the window
constexpr double least_sum = 1e-12;   // of all frequencies left out, relative to the first, which
                                      // is 1
constexpr double most_frequencies = 4096;
constexpr double most_turns = 1e7;         // of phases: beyond it a fast transform is quicker
constexpr double most_intervals = 0x1p48;  // in a window; 0x1p60 from 0 to any sum of losses
constexpr double most_index = 0x1p60;
constexpr double similar = 1.3;
constexpr std::size_t block = 64;  // of losses whose phases turn together

// A part of a law on a grid that is spread evenly over consecutive losses.
struct EvenPart {
  double mass, losses;
};

// Even parts of a law, stacked around its likeliest loss.
std::vector<EvenPart> even_parts(const LossGrid& grid, const std::vector<double>& mass) {
  const auto likeliest =
      static_cast<std::size_t>(std::max_element(mass.begin(), mass.end()) - mass.begin());
  const auto adjoin = [&](std::size_t i) { return grid.at[i + 1] - grid.at[i] == 1; };
  std::size_t first = likeliest, last = likeliest;
  double height = mass[likeliest], losses = 1;
  std::vector<EvenPart> parts;
  const auto cut_down_to = [&](double least) {
    parts.push_back({(height - least) * losses, losses});
    height = least;
  };
  while (true) {
    const double below = first > 0 && adjoin(first - 1) ? mass[first - 1] : 0;
    const double above = last + 1 < mass.size() && adjoin(last) ? mass[last + 1] : 0;
    const double least = std::min(height, std::max(below, above));
    // Parts of similar width are merged into one of the smallest of their widths.
    const auto width = static_cast<double>(last - first + 1);
    if (width > similar * losses || !(least > 0)) {
      cut_down_to(least);
      losses = width;
    }
    if (!(least > 0)) return parts;
    below > above ? --first : ++last;
  }
}

// A bound on the logarithm of the absolute characteristic function at `angle` in (0, pi], which
// falls with `angle`: that of n even losses is at most exp(-(n^2 - 1) angle^2 / 24) up to 2 pi / n,
// and pi / (n angle).
double damped(const std::vector<EvenPart>& parts, double angle) {
  double lost = 0;
  for (const auto& [mass, n] : parts) {
    const double near = std::exp(-(n * n - 1) * angle * angle / 24);
    const double far = std::min(0.5, std::numbers::pi / (n * angle));
    lost += mass * (1 - std::max(near, far));
  }
  return std::log1p(-std::min(1.0, lost));
}

// A bound on the sum over the frequencies first, first + 1, ..., length / 2.
double sum_from(double first, double length, std::span<const std::vector<EvenPart>> parts,
                std::span<const LossPower> powers) {
  double sum = 0;
  const double end = std::floor(length / 2) + 1;
  while (first < end) {
    const double next = std::min(end, std::ceil(1.1 * first));
    double log_modulus = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      log_modulus += powers[i].count * damped(parts[i], two_pi * first / length);
    }
    sum += (next - first) * std::exp(log_modulus);
    first = next;
  }
  return sum;
}

// 1 - exp(-x - iy).
Complex one_minus_exp(double x, double y) {
  const double half = std::sin(0.5 * y);
  return {2 * half * half - std::cos(y) * std::expm1(-x), std::exp(-x) * std::sin(y)};
}

// A tilted law centred at a whole number near its mean.
struct TiltedLaw {
  std::vector<double> mass, offset;  // in intervals
  double distance = 0;               // mean absolute offset
};

std::int64_t mean_index(const LossGrid& grid, const std::vector<double>& mass) {
  double mean = 0, total = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    mean += mass[i] * static_cast<double>(grid.at[i]);
    total += mass[i];
  }
  return static_cast<std::int64_t>(std::nearbyint(mean / total));
}

TiltedLaw about(std::int64_t centre, const LossGrid& grid, std::vector<double> mass) {
  TiltedLaw law{std::move(mass), {}, 0};
  law.offset.reserve(law.mass.size());
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    law.offset.push_back(static_cast<double>(grid.at[i] - centre));
    law.distance += law.mass[i] * std::abs(law.offset.back());
  }
  return law;
}

// sum mass exp(i n angle offset) for n = 0, 1, ..., count - 1.
std::vector<Complex> characteristic(const TiltedLaw& law, double angle, std::size_t count) {
  std::vector<Complex> sums(count);
  for (std::size_t start = 0; start < law.mass.size(); start += block) {
    const std::size_t size = std::min(block, law.mass.size() - start);
    std::array<double, block> real{}, imaginary{}, turn_real{}, turn_imaginary{};
    for (std::size_t i = 0; i < size; ++i) {
      const double turn = angle * law.offset[start + i];
      real[i] = law.mass[start + i];
      turn_real[i] = std::cos(turn);
      turn_imaginary[i] = std::sin(turn);
    }
    for (Complex& sum : sums) {
      std::array<double, 4> sum_real{}, sum_imaginary{};
      for (std::size_t i = 0; i < block; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
          const std::size_t k = i + lane;
          sum_real[lane] += real[k];
          sum_imaginary[lane] += imaginary[k];
          const double turned = real[k] * turn_real[k] - imaginary[k] * turn_imaginary[k];
          imaginary[k] = real[k] * turn_imaginary[k] + imaginary[k] * turn_real[k];
          real[k] = turned;
        }
      }
      sum += Complex(sum_real[0] + sum_real[1] + (sum_real[2] + sum_real[3]),
                     sum_imaginary[0] + sum_imaginary[1] + (sum_imaginary[2] + sum_imaginary[3]));
    }
  }
  return sums;
}

double total_count(std::span<const LossPower> powers) {
  double total = 0;
  for (const LossPower& power : powers) total += power.count;
  return total;
}

// log of the exponential moment of the sum.
double moment(std::span<const LossPower> powers, double tilt) {
  double sum = 0;
  for (const LossPower& power : powers) sum += power.count * log_moment(power.step, tilt);
  return sum;
}

}  // namespace

std::optional<BandLimitedLoss> BandLimitedLoss::compose(std::span<const LossPower> powers,
                                                        double tilt,
                                                        const Cumulants::Window& window,
                                                        Side side) {
  BandLimitedLoss loss(tilt, powers.front().step.grid.interval, side);
  const double here = moment(powers, tilt);
  const auto edge = [&](double shift) {  // Chernoff's bound on what lies beyond is `outer_tail`
    return (moment(powers, tilt + shift) - here - std::log(outer_tail)) / shift;
  };
  const double low = std::floor(edge(-window.low_shift) / loss.interval_);
  const double high = std::ceil(edge(window.high_shift) / loss.interval_);
  double farthest = std::max(std::abs(low), std::abs(high));
  std::vector<std::vector<EvenPart>> parts;
  for (const LossPower& power : powers) {
    const LossGrid& grid = power.step.grid;
    farthest = std::max(farthest, power.count * largest_loss(grid) / grid.interval);
    const double scale = log_moment(power.step, tilt);
    parts.push_back(even_parts(grid, tilted(power.step, tilt, scale)));
  }
  if (!(farthest < most_index && high > low && high - low < most_intervals)) return std::nullopt;
  loss.low_ = static_cast<std::int64_t>(low);
  loss.length_ = static_cast<std::int64_t>(high - low) + 2;
  const auto length = static_cast<double>(loss.length_);
  double knots = 0;
  for (const LossPower& power : powers) knots += static_cast<double>(power.step.mass.size());
  double count = 8;
  while ((loss.left_out_ = sum_from(count, length, parts, powers)) > least_sum) {
    count = std::ceil(1.2 * count);
    if (count > most_frequencies || count * knots > most_turns) return std::nullopt;
  }
  loss.take_frequencies(powers, static_cast<std::size_t>(std::min(count, length / 2 + 1)));
  loss.outside_ = 2 * outer_tail * std::exp(64 * roundoff * total_count(powers));
  return loss;
}

void BandLimitedLoss::take_frequencies(std::span<const LossPower> powers, std::size_t count) {
  const double angle = two_pi / static_cast<double>(length_);
  std::vector<Complex> log_value(count);
  std::vector<double> amplification(count);  // relative error of the product
  double log_finite = 0;
  for (const LossPower& power : powers) {
    const LossGrid& grid = power.step.grid;
    const double scale = log_moment(power.step, tilt_);
    std::vector<double> mass = tilted(power.step, tilt_, scale);
    const std::int64_t centre = mean_index(grid, mass);
    const TiltedLaw law = about(centre, grid, std::move(mass));
    const std::vector<Complex> step = characteristic(law, angle, count);
    const double usual = (std::abs(static_cast<double>(centre)) + law.distance) * interval_;
    const double tilt_error = roundoff * (16 + std::abs(scale) + 2 * tilt_ * usual);
    const std::size_t blocks = law.mass.size() / block;
    const double sum_error = roundoff * static_cast<double>(block + blocks);
    for (std::size_t n = 0; n < count; ++n) {
      log_value[n] += power.count * std::log(step[n]);
      // Every turn of a phase adds the error of a complex product and that of the turn itself.
      const double turns = static_cast<double>(n) * roundoff * (3 + 2 * angle * law.distance);
      amplification[n] += power.count * (tilt_error + sum_error + turns) / std::abs(step[n]);
    }
    centre_ += static_cast<std::int64_t>(power.count) * centre;
    log_scale_ += power.count * scale;
    log_finite += power.count * std::log1p(-power.step.infinity);
  }
  infinity_ = -std::expm1(log_finite);
  for (std::size_t n = 0; n < count; ++n) {
    const Complex value = std::exp(log_value[n]);
    // expm1(x) < 1.3 x below 0.5; above, all that is known is that no value exceeds 1.
    const double relative = 1.3 * amplification[n] + 8 * roundoff * (1 + std::abs(log_value[n]));
    spectrum_.push_back({value, relative < 0.5 ? std::abs(value) * relative : 2.0});
  }
  const double farthest =
      std::max(std::abs(lowest()), std::abs(lowest() + two_pi / angle * interval_));
  relative_ =
      roundoff * (64 + static_cast<double>(count) + std::abs(log_scale_) + tilt_ * farthest);
}

double BandLimitedLoss::weight(double at) const { return std::exp(log_scale_ - tilt_ * at); }

// The losses k above epsilon count exp(-tilt k)(1 - exp(epsilon - k)): two geometric series for
// every frequency.
double BandLimitedLoss::delta(double epsilon) const {
  const double sign = side_ == Side::above ? 1 : -1;
  const auto first = std::max(low_, static_cast<std::int64_t>(std::floor(epsilon / interval_)) + 1);
  const std::int64_t terms = low_ + length_ - first;
  const double start = static_cast<double>(first) * interval_;
  if (terms <= 0) {
    return std::clamp(infinity_ + sign * weight(epsilon) * outside_, 0.0, 1.0);
  }
  const double angle = two_pi / static_cast<double>(length_);
  const std::int64_t shift = (((centre_ - first) % length_) + length_) % length_;
  const double steep = (tilt_ + 1) * interval_, gentle = tilt_ * interval_;
  const auto count = static_cast<double>(terms);
  const double kept = std::exp(epsilon - start);
  const auto phase = [&](std::size_t n, std::int64_t of) {
    return angle * static_cast<double>(static_cast<std::int64_t>(n) * of % length_);
  };
  double sum = 0, error = 0, largest = 0;
  for (std::size_t n = 0; n < spectrum_.size(); ++n) {
    const double at = angle * static_cast<double>(n);
    const double end = phase(n, terms % length_);
    const Complex whole = one_minus_exp(gentle * count, end) / one_minus_exp(gentle, at);
    const Complex less = kept * one_minus_exp(steep * count, end) / one_minus_exp(steep, at);
    const Complex series = whole - less;
    const double cancelled =
        roundoff * (64 + 2 * std::abs(start)) * (std::abs(whole) + std::abs(less));
    const double twice = n == 0 || 2 * static_cast<std::int64_t>(n) == length_ ? 1 : 2;
    const auto& [value, value_error] = spectrum_[n];
    sum += twice * (value * std::polar(1.0, phase(n, shift)) * series).real();
    error += twice * (std::abs(series) * value_error + std::abs(value) * cancelled);
    if (n == 0) largest = std::abs(series);
  }
  error += 2 * largest * left_out_;
  const double scale = weight(start) / static_cast<double>(length_);
  const double finite = scale * std::max(0.0, sum);
  return std::clamp(finite * (1 + sign * relative_) + sign * scale * error +
                        sign * weight(std::max(epsilon, lowest())) * outside_ + infinity_,
                    0.0, 1.0);
}

double BandLimitedLoss::epsilon(double delta) const {
  const double top = static_cast<double>(low_ + length_) * interval_;
  if (!(top > 0)) return side_ == Side::above && this->delta(0) > delta ? infinity : 0;
  const double tolerance = 1e-11 * top;
  const auto excess = [&](double epsilon) { return std::log(this->delta(epsilon) / delta); };
  if (side_ == Side::above) {
    const double found = safe_root(excess, 0, top, tolerance);
    return excess(found) <= 0 ? found : infinity;
  }
  if (excess(0) < 0) return 0;
  return -safe_root([&](double x) { return -excess(-x); }, -top, 0, tolerance);
}

}  // namespace skald::privacy
