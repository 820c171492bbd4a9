#include "privacy/pld/band_limited_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "privacy/numerics.hpp"
#include "privacy/pld/fourier.hpp"

namespace skald::privacy {
namespace {

using Complex = std::complex<double>;

constexpr double roundoff = std::numeric_limits<double>::epsilon();
constexpr double two_pi = 2 * std::numbers::pi;
constexpr double outer_tail = 1e-13;  // of the tilted law on each side of the window
constexpr double least_sum = 1e-12;   // of all frequencies left out, relative to the first, which
                                      // is 1
constexpr double most_frequencies = 32768;
constexpr double most_intervals = 0x1p48;  // in a window; 0x1p60 from 0 to any sum of losses
constexpr double most_index = 0x1p60;
constexpr double similar = 1.3;

// A part of a law on a grid that is spread evenly over consecutive losses.
struct EvenPart {
  double mass, losses;
};

// Adds even parts of neighbouring losses, stacked around the likeliest, but for single losses.
void stack(std::span<const double> mass, std::vector<EvenPart>& parts) {
  const auto likeliest =
      static_cast<std::size_t>(std::max_element(mass.begin(), mass.end()) - mass.begin());
  std::size_t first = likeliest, last = likeliest;
  double height = mass[likeliest], losses = 1;
  const auto cut_down_to = [&](double least) {
    if (losses > 1) parts.push_back({(height - least) * losses, losses});
    height = least;
  };
  while (true) {
    const double below = first > 0 ? mass[first - 1] : 0;
    const double above = last + 1 < mass.size() ? mass[last + 1] : 0;
    const double least = std::min(height, std::max(below, above));
    // Parts of similar width are merged into one of the smallest of their widths.
    const auto width = static_cast<double>(last - first + 1);
    if (width > similar * losses || !(least > 0)) {
      cut_down_to(least);
      losses = width;
    }
    if (!(least > 0)) return;
    below > above ? --first : ++last;
  }
}

// Even parts of a law: those of every run of neighbouring losses.
std::vector<EvenPart> even_parts(const LossGrid& grid, std::span<const double> mass) {
  std::vector<EvenPart> parts;
  std::size_t start = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const bool goes_on =
        i + 1 < mass.size() && grid.at[i + 1] - grid.at[i] == 1 && mass[i] > 0 && mass[i + 1] > 0;
    if (goes_on) continue;
    if (i > start) stack(mass.subspan(start, i + 1 - start), parts);
    start = i + 1;
  }
  return parts;
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

// exp(-x), and 1 - exp(-x - iy) to full precision.
class Decay {
 public:
  explicit Decay(double x) : kept_(std::exp(-x)), lost_(-std::expm1(-x)) {}
  Complex one_minus(double sine_of_half, double cosine_of_half) const {
    const double twice = 2 * sine_of_half * kept_;
    return {lost_ + twice * sine_of_half, twice * cosine_of_half};
  }

 private:
  double kept_, lost_;
};

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

}  // namespace

std::optional<BandLimitedLoss> BandLimitedLoss::compose(std::span<const LossPower> powers,
                                                        double tilt,
                                                        const Cumulants::Window& window, Side side,
                                                        Fourier& fourier) {
  BandLimitedLoss loss(tilt, powers.front().step.grid.interval, side);
  const double here = log_moment(powers, tilt);
  const auto edge = [&](double shift) {  // Chernoff's bound on what lies beyond is `outer_tail`
    return (log_moment(powers, tilt + shift) - here - std::log(outer_tail)) / shift;
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
  double count = 8;
  while ((loss.left_out_ = sum_from(count, length, parts, powers)) > least_sum) {
    count = std::ceil(1.2 * count);
    if (count > most_frequencies) return std::nullopt;
  }
  loss.take_frequencies(powers, static_cast<std::size_t>(std::min(count, length / 2 + 1)), fourier);
  loss.outside_ = 2 * outer_tail * std::exp(64 * roundoff * total_count(powers));
  return loss;
}

void BandLimitedLoss::take_frequencies(std::span<const LossPower> powers, std::size_t count,
                                       Fourier& fourier) {
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
    const auto [step, sum_error] =
        spread_sums(law.mass, law.offset, static_cast<double>(length_), count, fourier);
    const double usual = (std::abs(static_cast<double>(centre)) + law.distance) * interval_;
    const double tilt_error = roundoff * (16 + std::abs(scale) + 2 * tilt_ * usual);
    for (std::size_t n = 0; n < count; ++n) {
      log_value[n] += power.count * std::log(step[n]);
      const double turns = static_cast<double>(n) * roundoff * 2 * angle * law.distance;
      amplification[n] += power.count * (tilt_error + sum_error + turns) / std::abs(step[n]);
    }
    centre_ += static_cast<std::int64_t>(power.count) * centre;
    log_scale_ += power.count * scale;
    log_finite += power.count * std::log1p(-power.step.infinity);
  }
  infinity_ = -std::expm1(log_finite);
  const Decay gentle(tilt_ * interval_), steep((tilt_ + 1) * interval_);
  for (std::size_t n = 0; n < count; ++n) {
    const Complex value = std::exp(log_value[n]);
    // expm1(x) < 1.3 x below 0.5; above, all that is known is that no value exceeds 1.
    const double relative = 1.3 * amplification[n] + 8 * roundoff * (1 + std::abs(log_value[n]));
    const double half = 0.5 * angle * static_cast<double>(n);
    spectrum_.push_back({value, relative < 0.5 ? std::abs(value) * relative : 2.0,
                         1.0 / gentle.one_minus(std::sin(half), std::cos(half)),
                         1.0 / steep.one_minus(std::sin(half), std::cos(half))});
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
  const double range = static_cast<double>(terms) * interval_, kept = std::exp(epsilon - start);
  const Decay gentle(tilt_ * range), steep((tilt_ + 1) * range);
  const auto phase = [&](std::size_t n, std::int64_t of) {
    return angle * static_cast<double>(static_cast<std::int64_t>(n) * of % length_);
  };
  double sum = 0, error = 0, largest = 0;
  for (std::size_t n = 0; n < spectrum_.size(); ++n) {
    const auto& [value, value_error, per_gentle, per_steep] = spectrum_[n];
    const double half = 0.5 * phase(n, terms % length_);
    const double sine = std::sin(half), cosine = std::cos(half);
    const Complex whole = gentle.one_minus(sine, cosine) * per_gentle;
    const Complex less = kept * (steep.one_minus(sine, cosine) * per_steep);
    const Complex series = whole - less;
    const double cancelled =
        roundoff * (64 + 2 * std::abs(start)) * (std::abs(whole) + std::abs(less));
    const double twice = n == 0 || 2 * static_cast<std::int64_t>(n) == length_ ? 1 : 2;
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
