#include "privacy/rdp.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

constexpr double half_log_two_pi = 0.91893853320467274178;
constexpr double tail = 11;         // exp(-tail^2 / 2) < 1e-26
constexpr double most_nodes = 2e4;  // beyond this a looser bound is used instead of quadrature
constexpr double small_moment = 1e-3;

double log_density(double t) { return -0.5 * t * t - half_log_two_pi; }

// log((1 + u)^a - 1 - a u), u = exp(log_ratio) - 1, without cancellation or overflow.
double log_power_remainder(double log_ratio, double a) {
  const double u = std::expm1(log_ratio);
  if (std::abs(a * u) < 1e-3) {
    const double series = 1 + (a - 2) / 3 * u * (1 + (a - 3) / 4 * u * (1 + (a - 4) / 5 * u));
    return std::log(0.5 * a * (a - 1) * u * u * series);
  }
  const double log_power = a * log_ratio;
  if (log_power < 1) return std::log(std::expm1(log_power) - a * u);
  return log_power +
         std::log1p((a - 1) * std::exp(-log_power) - a * std::exp(log_ratio - log_power));
}

// log E_Q[(P/Q)^a] by the trapezoidal rule, which converges geometrically for these analytic
// integrands. `log_base(t)` is log of the density of Q, `log_ratio(t)` log P/Q.
template <class LogBase, class LogRatio>
double log_moment(double a, double low, double high, double step, LogBase log_base,
                  LogRatio log_ratio) {
  std::vector<double> terms;
  terms.reserve(static_cast<std::size_t>((high - low) / step) + 2);
  for (double t = low; t <= high; t += step) terms.push_back(log_base(t) + a * log_ratio(t));
  const double direct = log_sum(terms) + std::log(step);
  if (direct > small_moment) return direct;
  terms.clear();
  for (double t = low; t <= high; t += step) {
    terms.push_back(log_base(t) + log_power_remainder(log_ratio(t), a));
  }
  return log1p_exp(log_sum(terms) + std::log(step));
}

// log(1 - q + q exp(t/z - 1/(2z^2))): log density ratio of the mixture to its base at x = t z.
double log_mixture(double t, double z, double q) {
  const double shift = (t - 0.5 / z) / z;
  const double gain = q * std::expm1(shift);
  return gain < 1 ? std::log1p(gain) : shift + std::log(q + (1 - q) * std::exp(-shift));
}

// Beyond it a moment of that order has nothing: P^a / Q^(a-1) lies around a / z, or around 2 / z
// where the samples are so small that only squares count.
double end_of(double order, double z) { return std::max(order, 2.0) / z + tail; }

// (order - 1) times the divergence at an integer order. The binomial weights sum to one, so only
// the non-negative excesses exp((k^2-k)/2z^2) - 1 are added and nothing cancels.
double integer_cumulant(double order, double z, double q) {
  std::vector<double> terms;
  terms.reserve(static_cast<std::size_t>(order));
  for (double k = 2; k <= order; ++k) {
    const double rest = k < order ? (order - k) * std::log1p(-q) : 0;
    terms.push_back(log_binomial(order, k) + k * std::log(q) + rest +
                    log_expm1((k * k - k) / (2 * z * z)));
  }
  return log1p_exp(log_sum(terms));
}

// A bound by the chord between integer orders: the cumulant is convex in the order and 0 at order
// 1.
double interpolated_cumulant(double order, double z, double q) {
  const double low = std::floor(order), share = order - low;
  const double left = low > 1 ? integer_cumulant(low, z, q) : 0;
  return share == 0 ? left : (1 - share) * left + share * integer_cumulant(low + 1, z, q);
}

double fractional_cumulant(double order, double z, double q) {
  if (z < 0.1) return interpolated_cumulant(order, z, q);
  const double step = std::min(0.25, 0.5 * z), end = end_of(order, z);
  if (!((end + tail) / step < most_nodes)) return interpolated_cumulant(order, z, q);
  return log_moment(order, -tail, end, step, log_density,
                    [&](double t) { return log_mixture(t, z, q); });
}

void check_order(double order) {
  if (!(order > 1)) throw std::invalid_argument("Renyi divergence: the order must be above 1");
}

// log E[(P/Q - 1)^l] for P, Q = N(1, s^2), N(0, s^2) and even l: the l-th forward difference of
// exp((x-1) r(x)) at 0, which as an integral of a positive function loses no digits.
double log_even_difference(double l, double s) {
  const double low = -std::sqrt(l) - tail;
  const double high = l / s + std::sqrt(l) + tail;
  const double step = std::min(0.25, 0.5 * s);
  if ((high - low) / step > most_nodes) return infinity;
  std::vector<double> terms;
  for (double t = low; t <= high; t += step) {
    const double shift = (t - 0.5 / s) / s;
    const double magnitude = shift > 0 ? log_expm1(shift) : std::log(-std::expm1(shift));
    terms.push_back(log_density(t) + l * magnitude);
  }
  return log_sum(terms) + std::log(step);
}

// Logarithms of the factors t_j of Theorem 27, for j = 2 .. most.
std::vector<double> fixed_size_factors(std::size_t most, double s) {
  constexpr std::size_t most_differences = 256;
  std::vector<double> differences(most_differences / 2 + 1, infinity);  // at l = 2 i
  for (std::size_t i = 1; i < differences.size() && 2 * i <= most + 1; ++i) {
    differences[i] = log_even_difference(2 * static_cast<double>(i), s);
  }
  std::vector<double> factors(most + 1, -infinity);
  for (std::size_t j = 2; j <= most; ++j) {
    const auto order = static_cast<double>(j);
    factors[j] = std::log(2) + (order - 1) * gaussian_rdp(order, s);
    if (j == 2) factors[j] = std::min(factors[j], std::log(4) + log_expm1(gaussian_rdp(2, s)));
    if (j < 3 || j > most_differences) continue;
    factors[j] =
        std::min(factors[j], std::log(4) + 0.5 * (differences[j / 2] + differences[(j + 1) / 2]));
  }
  return factors;
}

double fixed_size_cumulant(double order, double q, std::span<const double> factors) {
  std::vector<double> terms;
  const auto top = static_cast<std::size_t>(order);
  for (std::size_t j = 2; j <= top; ++j) {
    const auto k = static_cast<double>(j);
    terms.push_back(k * std::log(q) + log_binomial(order, k) + factors[j]);
  }
  return log1p_exp(log_sum(terms));
}

UpperBounds fixed_size_rdp(const NoisyRelease& release, std::span<const double> orders) {
  UpperBounds result = fixed_size_gaussian_rdp(orders, release.noise_multiplier / 2, release.rate);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const UpperBound unsampled = gaussian_rdp(orders[i], multiplier_per_distance(release));
    result[i] = std::min(result[i], unsampled);
  }
  return result;
}

// Divergence of a round that visibly takes place with probability p.
double round_rdp(double order, double round, double p) {
  if (p == 1) return round;
  const double exponent = (order - 1) * round;
  const double cumulant = exponent > 40 ? exponent + std::log(p + (1 - p) * std::exp(-exponent))
                                        : std::log1p(p * std::expm1(exponent));
  return cumulant / (order - 1);
}

UpperBounds one_rdp(const NoisyRelease& release, std::span<const double> orders) {
  const double z = release.noise_multiplier;
  const double sigma = multiplier_per_distance(release);
  const bool replace = release.relation == Relation::replace_one;
  if (is_fixed_size(release)) return fixed_size_rdp(release, orders);
  const bool all_drawn = release.sampling == Sampling::none || release.rate == 1;
  UpperBounds result;
  result.reserve(orders.size());
  for (const double order : orders) {
    if (all_drawn && release.noise == Noise::laplace) {
      result.push_back(laplace_rdp(order, sigma));
    } else if (all_drawn && release.noise == Noise::discrete_laplace) {
      result.push_back(discrete_laplace_rdp(order, z, distance_in_clips(release.relation)));
    } else if (all_drawn) {
      result.push_back(gaussian_rdp(order, sigma));
    } else if (release.noise == Noise::discrete_gaussian) {
      const UpperBound sampled = interpolated_cumulant(order, z, release.rate) / (order - 1);
      result.push_back(std::min(sampled, gaussian_rdp(order, sigma)));
    } else if (replace) {
      result.push_back(poisson_replace_one_rdp(order, z, release.rate));
    } else {
      result.push_back(poisson_gaussian_rdp(order, z, release.rate));
    }
  }
  return result;
}

std::vector<double> make_default_orders() {
  std::vector<double> orders;
  orders.reserve(256);
  for (int i = 0; i < 64; ++i) orders.push_back(1 + std::pow(10, -2 + i / 32.0));
  for (int i = 20; i <= 110; ++i) orders.push_back(i / 10.0);
  for (int i = 12; i < 64; ++i) orders.push_back(i);
  for (double octave = 64; octave < 1024; octave *= 2) {
    for (int quarter = 0; quarter < 4; ++quarter) orders.push_back(octave * (1 + quarter / 4.0));
  }
  orders.push_back(1024);
  return orders;
}

}  // namespace

const std::vector<double>& default_orders() {
  static const std::vector<double> orders = make_default_orders();
  return orders;
}

UpperBound gaussian_rdp(double order, double sigma) { return order / 2 / sigma / sigma; }

UpperBound laplace_rdp(double order, double scale) {
  check_order(order);
  if (std::isinf(scale)) return 0;
  // The moment a e^((a-1)/b) + (a-1) e^(-a/b), over 2a - 1, without the terms that cancel.
  const std::vector<double> terms{
      std::log(order / (2 * order - 1)) + log_exp_remainder((order - 1) / scale),
      std::log((order - 1) / (2 * order - 1)) + log_exp_remainder(-order / scale)};
  const UpperBound divergence = log1p_exp(log_sum(terms)) / (order - 1);
  return std::min(divergence, UpperBound(1 / scale));
}

UpperBound discrete_laplace_rdp(double order, double scale, double distance) {
  check_order(order);
  if (std::isinf(scale)) return 0;
  // Outcomes beyond either end, and those between, by log Q and log P/Q; all terms are positive.
  const double end = distance / scale, log_outer = -log1p_exp(-1 / scale);
  const double log_zero = std::log(std::tanh(0.5 / scale));
  std::vector<double> terms{log_outer - end + log_power_remainder(end, order),
                            log_outer + log_power_remainder(-end, order)};
  for (double x = 1; x < distance; ++x) {
    const double loss = (distance - 2 * x) / scale;
    if (loss != 0) {
      terms.push_back(log_zero + (x - distance) / scale + log_power_remainder(loss, order));
    }
  }
  return std::min(UpperBound(log1p_exp(log_sum(terms)) / (order - 1)), UpperBound(end));
}

UpperBound poisson_gaussian_rdp(double order, double sigma, double rate) {
  check_order(order);
  if (rate == 0 || std::isinf(sigma)) return 0;
  const UpperBound unsampled = gaussian_rdp(order, sigma);
  if (rate == 1 || !std::isfinite((order - 1) * unsampled)) return unsampled;
  const double cumulant = order == std::floor(order) ? integer_cumulant(order, sigma, rate)
                                                     : fractional_cumulant(order, sigma, rate);
  return std::min(UpperBound(cumulant / (order - 1)), unsampled);
}

UpperBound poisson_replace_one_rdp(double order, double noise_multiplier, double rate) {
  check_order(order);
  const double z = noise_multiplier;
  if (rate == 0 || std::isinf(z)) return 0;
  const UpperBound unsampled = gaussian_rdp(order, z / 2);
  const double high = end_of(order, z);
  const double step = std::min(0.125, 0.25 * z);
  if (rate == 1 || !((high + tail) / step < most_nodes)) return unsampled;
  const double cumulant = log_moment(
      order, -tail - 1 / z, high, step,
      [&](double t) { return log_density(t) + log_mixture(-t, z, rate); },
      [&](double t) { return log_mixture(t, z, rate) - log_mixture(-t, z, rate); });
  return std::min(UpperBound(cumulant / (order - 1)), unsampled);
}

UpperBounds fixed_size_gaussian_rdp(std::span<const double> orders, double sigma, double rate) {
  UpperBounds result;
  if (rate == 0 || std::isinf(sigma)) return UpperBounds(orders.size());
  double top = 2;
  for (const double order : orders) top = std::max(top, std::ceil(order));
  const bool bounded = rate < 1 && std::isfinite(top * gaussian_rdp(top, sigma));
  const std::vector<double> factors =
      bounded ? fixed_size_factors(static_cast<std::size_t>(top), sigma) : std::vector<double>{};
  for (const double order : orders) {
    check_order(order);
    const UpperBound unsampled = gaussian_rdp(order, sigma);
    double cumulant = infinity;
    if (bounded) {
      // The cumulant is convex in the order and 0 at order 1.
      const double low = std::floor(order);
      const double share = order - low;
      const double left = low > 1 ? fixed_size_cumulant(low, rate, factors) : 0;
      const double right = share > 0 ? fixed_size_cumulant(low + 1, rate, factors) : 0;
      cumulant = (1 - share) * left + share * right;
    }
    result.push_back(std::min(UpperBound(cumulant / (order - 1)), unsampled));
  }
  return result;
}

bool has_renyi_bound(const NoisyRelease& release) {
  const bool own_coin = release.round_rate < 1 && release.round_coin == RoundCoin::own;
  const bool sampled = release.sampling != Sampling::none && release.rate < 1;
  return !own_coin && !may_repeat(release) && !is_epoch(release) &&
         !(sampled && is_bounded(release.noise));
}

bool have_renyi_bounds(std::span<const NoisyRelease> releases) {
  return std::all_of(releases.begin(), releases.end(), has_renyi_bound);
}

UpperBounds rdp(std::span<const NoisyRelease> releases, std::span<const double> orders) {
  check(releases);
  UpperBounds total(orders.size());
  for (const NoisyRelease& release : releases) {
    if (is_void(release)) continue;
    if (!has_renyi_bound(release)) {
      throw std::invalid_argument(
          "Renyi accountant: it covers neither rounds with own coins, nor sampling with "
          "replacement, nor balls in bins, nor sampling under (discrete) Laplace noise; use pld");
    }
    const UpperBounds once = one_rdp(release, orders);
    const auto rounds = static_cast<double>(release.count);
    const auto steps = static_cast<double>(release.steps);
    for (std::size_t i = 0; i < total.size(); ++i) {
      total[i] += rounds * round_rdp(orders[i], steps * once[i], release.round_rate);
    }
  }
  return total;
}

}  // namespace skald::privacy
