#include "privacy/pld/release_losses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "privacy/pld/allocation_loss.hpp"
#include "privacy/pld/gaussian_loss.hpp"
#include "privacy/pld/loss_composition.hpp"
#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();
constexpr double coarse_bins = 1200;
constexpr double far = 12;           // in standard deviations, for lower bounds
constexpr double least_noise = 0.3;  // of an epoch whose law is worth its computation

bool same_law(const NoisyRelease& a, const NoisyRelease& b) {
  return a.noise_multiplier == b.noise_multiplier && a.sampling == b.sampling && a.rate == b.rate &&
         a.round_rate == b.round_rate && a.steps == b.steps && a.round_coin == b.round_coin &&
         a.noise == b.noise && a.draws == b.draws;
}

void add(CondensedReleases& condensed, NoisyRelease release) {
  if (release.round_rate == 1) {
    release.count *= release.steps;
    release.steps = 1;
  }
  for (NoisyRelease& known : condensed.sampled) {
    if (!same_law(known, release)) continue;
    known.count += release.count;
    return;
  }
  condensed.sampled.push_back(release);
}

bool all_units_drawn(const NoisyRelease& release) {
  return release.sampling == Sampling::none || release.rate == 1;
}

// True if every unit takes part, under Gaussian noise: any number of such releases amounts to one.
bool adds_up(const NoisyRelease& release) {
  return release.noise == Noise::gaussian && all_units_drawn(release);
}

bool is_in_all(const NoisyRelease& epoch) { return epoch.draws == bins_of(epoch); }

// True if it is a Gaussian release of everybody, or at most as telling: an epoch is, of which it is
// known in which step the unit is.
bool counts_as_unsampled(const NoisyRelease& release) {
  if (is_epoch(release)) return is_in_all(release) || release.noise_multiplier < least_noise;
  return is_unsampled(release) && adds_up(release);
}

// An epoch by the laws of its parts. Steps in random order, cut into as many parts as a unit is in
// steps: it is in one of each, and that is all there is to know if the order is told. What is told
// besides raises the loss; steps that are all the unit's raise nothing.
void add_epoch(std::vector<GivenLaw>& given, const NoisyRelease& release) {
  const double z = release.noise_multiplier, epochs = repetitions(release);
  const std::int64_t steps = bins_of(release), parts = release.draws, least = steps / parts,
                     larger = steps % parts;
  const auto add = [&](std::int64_t bins, std::int64_t often) {
    if (often == 0) return;
    const Allocation part{z, bins};
    given.push_back({allocation_law(part), epochs * static_cast<double>(often), false, {}});
  };
  const std::size_t before = given.size();
  add(least + 1, larger);
  add(least, parts - larger);
  for (std::size_t i = before; i < given.size(); ++i) {
    given[i].attained = [] { return std::vector<LawPower>{}; };
    given[i].mu = 1 / z;  // if it is told which of the steps it is
  }
  given[before].attained = [=]() -> std::vector<LawPower> {
    if (parts == 1) return {{allocation_law({z, steps}, Side::below), epochs}};
    return {{shown_subset_law({z, steps, parts}), epochs}};
  };
}

// The law of two samples that differ in one unit, whose contribution counts `copies` times.
LossLaw unsampled_law(const NoisyRelease& release, double copies, double reach) {
  const double clips = is_fixed_size(release) ? 2 : distance_in_clips(release.relation);
  const double distance = copies * clips / release.noise_multiplier;
  if (release.noise == Noise::laplace) return laplace_law(distance);
  if (release.noise == Noise::gaussian) return gaussian_law(distance, reach);
  const auto whole = static_cast<std::int64_t>(copies * clips);
  if (release.noise == Noise::discrete_laplace) {
    return discrete_laplace_law(release.noise_multiplier, whole);
  }
  return discrete_gaussian_law(release.noise_multiplier, whole, reach);
}

LossLaw repeated_law(const NoisyRelease& release, double reach) {
  const std::vector<double> probabilities = copies_law(release.rate, release.draws);
  std::vector<LossLaw> laws;
  for (std::size_t k = 1; k <= probabilities.size(); ++k) {
    laws.push_back(unsampled_law(release, static_cast<double>(k), reach));
  }
  return chosen_openly(probabilities, std::move(laws), std::exp(-0.5 * reach * reach));
}

// One release of one direction of its relation: a unit removed (or replaced).
LossLaw step_law(const NoisyRelease& release, double reach) {
  const SampledGaussian step{release.noise_multiplier, release.rate, reach};
  const bool gaussian = release.noise == Noise::gaussian;
  if (all_units_drawn(release)) return unsampled_law(release, 1, reach);
  if (may_repeat(release)) return fixed_size_sampled(repeated_law(release, reach), release.rate);
  if (is_fixed_size(release)) {
    if (gaussian) return fixed_size_law(step);
    return fixed_size_sampled(unsampled_law(release, 1, reach), release.rate);
  }
  if (!gaussian) return poisson_sampled(unsampled_law(release, 1, reach), release.rate);
  return release.relation == Relation::replace_one ? poisson_replace_one_law(step)
                                                   : poisson_law(step);
}

LossRange step_range(const NoisyRelease& release, double reach) {
  if (!adds_up(release)) return step_law(release, reach).range;
  const double mu =
      std::sqrt(static_cast<double>(release.steps)) / multiplier_per_distance(release);
  return gaussian_law(mu, reach).range;
}

LossDistribution uniform_law(const LossLaw& law, Side side, double reach, double interval) {
  return discretise(count_bins(law.tails, uniform_grid(law.range.low, law.range.high, interval),
                               side, std::max(tail_rounding(reach), law.rounding)));
}

LossLaw directed(LossLaw law, Direction direction) {
  return direction == Direction::remove ? law : reversed(std::move(law));
}

// A tilt that resolves the large losses of one round well without drowning the usual ones.
double round_tilt(const LossPower& power) {
  const double lowest = power.count * power.step.grid.loss(0);
  if (lowest < -1) return 1;
  const Cumulants cumulants({&power, 1});
  double tilt = 1;
  while (tilt < 1e3 && cumulants(2 * tilt) < 1) tilt *= 2;
  return tilt;
}

// The loss of the steps of one round that takes place.
LossDistribution round_law(const NoisyRelease& release, Direction direction, Side side,
                           double reach, double interval, Fourier& fourier) {
  const auto steps = static_cast<double>(release.steps);
  if (adds_up(release)) {
    const double mu = std::sqrt(steps) / multiplier_per_distance(release);
    return uniform_law(gaussian_law(mu, reach), side, reach, interval);
  }
  const LossLaw step = directed(step_law(release, reach), direction);
  const LossPower power{uniform_law(step, side, reach, interval), steps};
  if (release.steps == 1) return power.step;
  constexpr double all = 1e300;
  return ComposedLoss({&power, 1}, round_tilt(power), {-all, 1, all, 1}, side, fourier).law();
}

LossBins round_bins(const NoisyRelease& release, Direction direction, Side side, double reach,
                    double interval, Fourier& fourier) {
  const LossDistribution law = round_law(release, direction, side, reach, interval, fourier);
  const double rounding = tail_rounding(reach);
  return release.round_coin == RoundCoin::own
             ? sampled_secretly(law, side, release.round_rate, direction, rounding)
             : sampled_openly(law, side, release.round_rate, rounding);
}

// All releases together, if nothing were sampled.
struct Unamplified {
  double mu;            // of the Gaussian ones
  double pure_epsilon;  // of those that are no Gaussians: their losses never exceed it
};

Unamplified unamplified(const CondensedReleases& condensed) {
  double mu_squared = condensed.unsampled_mu * condensed.unsampled_mu, pure = 0;
  for (const NoisyRelease& release : condensed.sampled) {
    const double copies = may_repeat(release) ? static_cast<double>(release.draws) : 1;
    const double distance = copies / multiplier_per_distance(release);
    if (release.noise == Noise::gaussian) {
      mu_squared += repetitions(release) * distance * distance;
    } else {
      pure += is_bounded(release.noise) ? repetitions(release) * distance : infinity;
    }
  }
  for (const GivenLaw& mechanism : condensed.given) {
    if (std::isfinite(mechanism.mu)) {
      mu_squared += mechanism.count * mechanism.mu * mechanism.mu;
      continue;
    }
    const LossRange& range = mechanism.law.range;
    const bool bounded = mechanism.law.tails(range.high).p_above == 0 &&
                         (mechanism.symmetric || mechanism.law.tails(range.low).q_below == 0);
    pure += bounded ? mechanism.count * std::max(range.high, -range.low) : infinity;
  }
  return {std::sqrt(mu_squared), pure};
}

}  // namespace

CondensedReleases condense(std::span<const NoisyRelease> releases,
                           std::span<const GivenLaw> given) {
  check(releases);
  CondensedReleases condensed;
  for (const GivenLaw& mechanism : given) {
    if (!(mechanism.count > 0)) continue;
    condensed.steps += mechanism.count;
    condensed.given.push_back(mechanism);
  }
  double mu_squared = 0;
  if (!releases.empty()) condensed.relation = releases[0].relation;
  for (const NoisyRelease& release : releases) {
    if (is_void(release)) continue;
    condensed.steps += repetitions(release) * presences(release);
    if (counts_as_unsampled(release)) {
      condensed.any_bound |= is_epoch(release) && !is_in_all(release);
      const double sigma = multiplier_per_distance(release);
      mu_squared += repetitions(release) * presences(release) / (sigma * sigma);
    } else if (is_epoch(release)) {
      add_epoch(condensed.given, release);
    } else {
      add(condensed, release);
    }
  }
  condensed.unsampled_mu = std::sqrt(mu_squared);
  return condensed;
}

bool is_one_gaussian(const CondensedReleases& condensed) {
  return condensed.sampled.empty() && condensed.given.empty();
}

bool is_symmetric(const CondensedReleases& condensed) {
  const auto symmetric = [](const NoisyRelease& release) {
    const bool secret = release.round_rate < 1 && release.round_coin == RoundCoin::own;
    return !secret && (release.relation == Relation::replace_one || is_fixed_size(release) ||
                       all_units_drawn(release));
  };
  return std::all_of(condensed.sampled.begin(), condensed.sampled.end(), symmetric) &&
         std::all_of(condensed.given.begin(), condensed.given.end(),
                     [](const GivenLaw& mechanism) { return mechanism.symmetric; });
}

std::optional<CondensedReleases> attained(const CondensedReleases& condensed) {
  CondensedReleases less = condensed;
  bool differs = false;
  std::erase_if(less.sampled, [&](NoisyRelease& release) {
    if (!is_fixed_size(release)) return false;
    differs = true;
    // In which sample a unit counts how often is not looked at.
    if (release.draws > 1) return true;
    if (release.relation == Relation::zero_out && release.noise == Noise::gaussian &&
        release.round_rate == 1) {
      less.given.push_back({zeroed_law({release.noise_multiplier, release.rate, far}),
                            repetitions(release),
                            false,
                            {}});
      return true;
    }
    release.sampling = Sampling::poisson;
    if (release.relation == Relation::zero_out) return false;
    // All other units contribute a clip, and this one the same or the opposite.
    release.relation = Relation::zero_out;
    release.noise_multiplier /= 2;
    // Discrete noise of half the scale is another law.
    return release.noise != Noise::gaussian && release.noise != Noise::laplace;
  });
  for (const GivenLaw& mechanism : std::exchange(less.given, {})) {
    if (!mechanism.attained) {
      less.given.push_back(mechanism);
      continue;
    }
    differs = true;
    for (const LawPower& one : mechanism.attained()) {
      less.given.push_back({one.law, one.count, mechanism.symmetric, {}});
    }
  }
  return differs ? std::optional(std::move(less)) : std::nullopt;
}

double unamplified_epsilon(const CondensedReleases& condensed, double delta) {
  const Unamplified all = unamplified(condensed);
  return gaussian_epsilon(1 / all.mu, delta) + all.pure_epsilon;
}

double unamplified_delta(const CondensedReleases& condensed, double epsilon) {
  const Unamplified all = unamplified(condensed);
  return epsilon < all.pure_epsilon ? 1 : gaussian_delta(1 / all.mu, epsilon - all.pure_epsilon);
}

std::optional<std::vector<LawPower>> single_laws(const CondensedReleases& condensed,
                                                 Direction direction, double reach) {
  std::vector<LawPower> laws;
  for (const NoisyRelease& release : condensed.sampled) {
    if (release.round_rate < 1) return std::nullopt;
    laws.push_back(
        {directed(step_law(release, reach), direction), static_cast<double>(release.count)});
  }
  if (condensed.unsampled_mu > 0) {
    laws.push_back({gaussian_law(condensed.unsampled_mu, reach), 1});
  }
  for (const GivenLaw& mechanism : condensed.given) {
    laws.push_back({directed(mechanism.law, direction), mechanism.count});
  }
  return laws;
}

double tail_rounding(double reach) { return unit * (16 + 4 * reach * reach); }

double largest_loss(const CondensedReleases& condensed, double reach) {
  double largest =
      condensed.unsampled_mu > 0 ? gaussian_law(condensed.unsampled_mu, reach).range.high : 0;
  for (const NoisyRelease& release : condensed.sampled) {
    const double high = step_range(release, reach).high;  // NaN without noise
    largest = std::isnan(high) ? infinity : std::max(largest, high);
  }
  for (const GivenLaw& mechanism : condensed.given) {
    largest = std::max({largest, mechanism.law.range.high, -mechanism.law.range.low});
  }
  return largest;
}

std::optional<double> common_end(const CondensedReleases& condensed) {
  std::vector<double> ends;
  for (const NoisyRelease& release : condensed.sampled) {
    const bool whole = release.round_rate == 1 && all_units_drawn(release);
    if (whole && is_bounded(release.noise)) ends.push_back(step_range(release, 0).high);
  }
  for (const GivenLaw& mechanism : condensed.given) ends.push_back(mechanism.law.range.high);
  if (ends.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(ends.begin(), ends.end());
  return *most - *least <= 1e-13 * *most ? std::optional(*most) : std::nullopt;
}

std::vector<LossPower> loss_powers(const CondensedReleases& condensed, Direction direction,
                                   Side side, double reach, double interval, Fourier& fourier) {
  std::vector<LossPower> powers;
  const auto add = [&](const LossLaw& law, double count) {
    const double h = interval > 0 ? interval : (law.range.high - law.range.low) / coarse_bins;
    powers.push_back({uniform_law(law, side, reach, h), count});
  };
  for (const NoisyRelease& release : condensed.sampled) {
    if (release.round_rate == 1) {
      add(directed(step_law(release, reach), direction), static_cast<double>(release.count));
      continue;
    }
    const LossRange range = step_range(release, reach);
    const double h = interval > 0 ? interval : (range.high - range.low) / coarse_bins;
    powers.push_back({discretise(round_bins(release, direction, side, reach, h, fourier)),
                      static_cast<double>(release.count)});
  }
  if (condensed.unsampled_mu > 0) add(gaussian_law(condensed.unsampled_mu, reach), 1);
  for (const GivenLaw& mechanism : condensed.given) {
    add(directed(mechanism.law, direction), mechanism.count);
  }
  return powers;
}

}  // namespace skald::privacy
