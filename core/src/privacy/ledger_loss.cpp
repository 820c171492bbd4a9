#include "privacy/ledger_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "privacy/gaussian_loss.hpp"
#include "privacy/loss_composition.hpp"

namespace skald::privacy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double unit = std::numeric_limits<double>::epsilon();
constexpr double coarse_bins = 1200;

double rounding_at(double reach) { return unit * (16 + 4 * reach * reach); }

bool same_law(const Release& a, const Release& b) {
  return a.noise_multiplier == b.noise_multiplier && a.sampling == b.sampling && a.rate == b.rate &&
         a.round_rate == b.round_rate && a.steps == b.steps && a.round_coin == b.round_coin;
}

void add(Ledger& ledger, Release release) {
  if (release.round_rate == 1) {
    release.count *= release.steps;
    release.steps = 1;
  }
  for (Release& known : ledger.sampled) {
    if (!same_law(known, release)) continue;
    known.count += release.count;
    return;
  }
  ledger.sampled.push_back(release);
}

bool all_units_drawn(const Release& release) {
  return release.sampling == Sampling::none || release.rate == 1;
}

LossRange step_range(const Release& release, double reach) {
  const SampledGaussian step{release.noise_multiplier, release.rate, reach};
  if (all_units_drawn(release)) {
    const double mu =
        std::sqrt(static_cast<double>(release.steps)) / multiplier_per_distance(release);
    return gaussian_range(mu, reach);
  }
  if (is_fixed_size(release)) return fixed_size_range(step);
  if (release.relation == Relation::replace_one) return poisson_replace_one_range(step);
  return poisson_range(step);
}

// The release samples its units.
LossBins step_bins(const Release& release, Direction direction, double reach, double interval) {
  const SampledGaussian step{release.noise_multiplier, release.rate, reach};
  const LossRange range = step_range(release, reach);
  const auto count = [&](const LossTailFunction& tails) {
    return count_bins(tails, range.low, range.high, interval, rounding_at(reach));
  };
  if (is_fixed_size(release)) return count(fixed_size_tails(step));
  if (release.relation == Relation::replace_one) return count(poisson_replace_one_tails(step));
  LossBins removed = count(poisson_tails(step));
  return direction == Direction::remove ? removed : reversed(std::move(removed));
}

// A tilt that resolves the large losses of one round well without drowning the usual ones.
double round_tilt(const LossPower& power) {
  const double lowest = power.count * static_cast<double>(power.step.first) * power.step.interval;
  if (lowest < -1) return 1;
  const Cumulants cumulants({&power, 1});
  double tilt = 1;
  while (tilt < 1e3 && cumulants(2 * tilt) < 1) tilt *= 2;
  return tilt;
}

LossBins gaussian_bins(double mu, double reach, double interval) {
  const LossRange range = gaussian_range(mu, reach);
  return count_bins(gaussian_tails(mu), range.low, range.high, interval, rounding_at(reach));
}

// Loss of the steps of one round that takes place.
LossDistribution round_law(const Release& release, Direction direction, Side side, double reach,
                           double interval, Fourier& fourier) {
  const auto steps = static_cast<double>(release.steps);
  if (all_units_drawn(release)) {
    const double mu = std::sqrt(steps) / multiplier_per_distance(release);
    return discretise(gaussian_bins(mu, reach, interval), side);
  }
  const LossPower power{discretise(step_bins(release, direction, reach, interval), side), steps};
  if (release.steps == 1) return power.step;
  constexpr double all = 1e300;
  return ComposedLoss({&power, 1}, round_tilt(power), {-all, 1, all, 1}, side, fourier).law();
}

LossBins round_bins(const Release& release, Direction direction, Side side, double reach,
                    double interval, Fourier& fourier) {
  const LossDistribution law = round_law(release, direction, side, reach, interval, fourier);
  const double rounding = rounding_at(reach);
  return release.round_coin == RoundCoin::own
             ? sampled_secretly(law, side, release.round_rate, direction, rounding)
             : sampled_openly(law, release.round_rate, rounding);
}

double coarse_interval(const Release& release, double reach) {
  const LossRange range = step_range(release, reach);
  return (range.high - range.low) / coarse_bins;
}

}  // namespace

Ledger make_ledger(std::span<const Release> releases) {
  check(releases);
  Ledger ledger;
  double mu_squared = 0;
  if (!releases.empty()) ledger.relation = releases[0].relation;
  for (const Release& release : releases) {
    if (is_void(release)) continue;
    ledger.steps += repetitions(release);
    if (is_unsampled(release)) {
      const double sigma = multiplier_per_distance(release);
      mu_squared += repetitions(release) / (sigma * sigma);
    } else {
      add(ledger, release);
    }
  }
  ledger.unsampled_mu = std::sqrt(mu_squared);
  return ledger;
}

bool is_symmetric(const Ledger& ledger) {
  const auto symmetric = [](const Release& release) {
    const bool secret = release.round_rate < 1 && release.round_coin == RoundCoin::own;
    return !secret && (release.relation == Relation::replace_one || is_fixed_size(release) ||
                       all_units_drawn(release));
  };
  return std::all_of(ledger.sampled.begin(), ledger.sampled.end(), symmetric);
}

double unamplified_mu(const Ledger& ledger) {
  double mu_squared = ledger.unsampled_mu * ledger.unsampled_mu;
  for (const Release& release : ledger.sampled) {
    const double sigma = multiplier_per_distance(release);
    mu_squared += repetitions(release) / (sigma * sigma);
  }
  return std::sqrt(mu_squared);
}

double largest_loss(const Ledger& ledger, double reach) {
  double largest = ledger.unsampled_mu > 0 ? gaussian_range(ledger.unsampled_mu, reach).high : 0;
  for (const Release& release : ledger.sampled) {
    const double high = step_range(release, reach).high;  // not a number without noise
    largest = std::isnan(high) ? infinity : std::max(largest, high);
  }
  return largest;
}

std::vector<LossPower> loss_powers(const Ledger& ledger, Direction direction, Side side,
                                   double reach, double interval, Fourier& fourier) {
  std::vector<LossPower> powers;
  for (const Release& release : ledger.sampled) {
    const double h = interval > 0 ? interval : coarse_interval(release, reach);
    const LossBins bins = release.round_rate < 1
                              ? round_bins(release, direction, side, reach, h, fourier)
                              : step_bins(release, direction, reach, h);
    powers.push_back({discretise(bins, side), static_cast<double>(release.count)});
  }
  if (ledger.unsampled_mu > 0) {
    const LossRange range = gaussian_range(ledger.unsampled_mu, reach);
    const double h = interval > 0 ? interval : (range.high - range.low) / coarse_bins;
    const LossBins bins = gaussian_bins(ledger.unsampled_mu, reach, h);
    powers.push_back({discretise(bins, side), 1});
  }
  return powers;
}

}  // namespace skald::privacy
