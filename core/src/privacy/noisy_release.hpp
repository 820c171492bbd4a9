// What leaves a client or a server under noise, as accountants read it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "privacy/guarantee.hpp"
#include "skald/release.hpp"

namespace skald::privacy {

/// How the units behind one release are drawn; amplification holds only while the draw is secret.
/// poisson: every unit independently with probability `rate`. without_replacement: a fixed share
/// `rate` of the units, uniformly. with_replacement: `draws` uniform draws, which include a unit
/// with probability `rate`; its contribution counts as often as it was drawn. balls_in_bins: a
/// release is an epoch of 1 / `rate` sums; each unit is in `draws` of them, every choice being as
/// likely (pld/allocation_loss.hpp, pld/sampled_loss.hpp).
using skald::Sampling;

std::string_view name_of(Sampling sampling);

/// Who shares the coin that decides whether a round takes place for a unit. own: the unit alone, in
/// secret and independently of all others, so that an idle round looks like one without the unit.
/// shared: others do too (all records of a sampled client), so that the output may reveal the coin;
/// only its randomness counts. shared is always sound, own only where its description holds.
enum class RoundCoin { shared, own };

/// gaussian: standard deviation, clip in L2 norm. laplace: scale, clip in L1 norm.
/// discrete_gaussian, discrete_laplace: their parameter, for a single whole number to which one
/// unit adds at most 1.
enum class Noise { gaussian, laplace, discrete_gaussian, discrete_laplace };

inline constexpr std::array noises{Noise::gaussian, Noise::laplace, Noise::discrete_gaussian,
                                   Noise::discrete_laplace};

/// True if no loss exceeds the distance over the scale.
constexpr bool is_bounded(Noise noise) {
  return noise == Noise::laplace || noise == Noise::discrete_laplace;
}

std::string_view name_of(Noise noise);

/// `count` rounds of `steps` equal releases of a clipped sum.
///
/// `noise_multiplier` is the size of the noise over the clip norm (the bound on ONE unit's
/// contribution), whatever the relation; accountants apply the distance of the relation, 1 clip or
/// 2 clips, themselves.
///
/// With `round_rate` < 1 every round takes place for the unit in question with that probability,
/// independently (two-level sampling).
struct NoisyRelease {
  double noise_multiplier = 1;  // in [0, inf]
  Sampling sampling = Sampling::none;
  double rate = 1;         // in [0, 1]; ignored when sampling is none
  std::int64_t count = 1;  // 0 or more
  Relation relation = Relation::add_remove;
  double round_rate = 1;   // in [0, 1]
  std::int64_t steps = 1;  // 0 or more
  RoundCoin round_coin = RoundCoin::shared;
  Noise noise = Noise::gaussian;
  std::int64_t draws = 1;  // with_replacement, balls_in_bins; 1 or more
};

/// Throws std::invalid_argument unless every number is in its range (at most 2^53 single releases
/// in each), all releases share one relation, and every sampling scheme is defined under it (a
/// fixed number of draws needs a public data set size, hence replace_one or zero_out; own coins are
/// not defined under replace_one; Poisson samples under replace_one are for Gaussian noise alone,
/// and so are balls in bins, under the other relations and in rounds that all take place).
void check(std::span<const NoisyRelease> releases);

/// True if the release tells the adversary nothing: no repetitions at all, rate 0 or infinite
/// noise.
bool is_void(const NoisyRelease& release);

/// True if the release involves every unit with certainty.
bool is_unsampled(const NoisyRelease& release);

/// True if a fixed number of units is drawn. The sample differs from a sample without the unit by a
/// replacement, even under zero_out, so the distance that its amplification works with is 2 clips.
bool is_fixed_size(const NoisyRelease& release);

/// Noise over the distance between neighbours (1 or 2 clips), unsampled.
double multiplier_per_distance(const NoisyRelease& release);

/// True if the release is an epoch in which units are in one of several steps, and of how many.
bool is_epoch(const NoisyRelease& release);
std::int64_t bins_of(const NoisyRelease& release);

/// Noisy sums that a unit is in, at most, during one repetition.
double presences(const NoisyRelease& release);

/// True if a unit may be drawn several times.
bool may_repeat(const NoisyRelease& release);

/// Number of single releases, count * steps.
double repetitions(const NoisyRelease& release);

}  // namespace skald::privacy
