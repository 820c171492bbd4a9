#include "privacy/noisy_release.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "privacy/pld/allocation_loss.hpp"

namespace skald::privacy {
namespace {

constexpr double most_repetitions = 0x1p53;  // whole numbers that a double holds
constexpr double rate_rounding = 1e-9;       // of one over a whole number

[[noreturn]] void refuse(std::size_t index, const std::string& complaint) {
  throw std::invalid_argument("release " + std::to_string(index) + ": " + complaint);
}

void check_epoch(const NoisyRelease& release, std::size_t index) {
  const bool whole =
      release.rate > 0 && std::abs(release.rate * std::round(1 / release.rate) - 1) < rate_rounding;
  if (!whole || 1 / release.rate > static_cast<double>(most_bins) + 0.5) {
    refuse(index, "balls in bins: rate is " + std::to_string(release.rate) +
                      ", expected one over the number of bins, 1 to " + std::to_string(most_bins));
  }
  if (release.draws > bins_of(release)) {
    refuse(index, "balls in bins: a unit is in " + std::to_string(release.draws) + " of " +
                      std::to_string(bins_of(release)) + " bins, expected at most all of them");
  }
  const bool covered = release.noise == Noise::gaussian && release.round_rate == 1 &&
                       release.relation != Relation::replace_one;
  if (covered) return;
  refuse(index,
         "balls in bins are covered for Gaussian noise under add_remove and zero_out, in rounds "
         "that all take place; draw Poisson samples otherwise");
}

void check_sampling(const NoisyRelease& release, std::size_t index) {
  const bool fixed = release.sampling == Sampling::without_replacement ||
                     release.sampling == Sampling::with_replacement;
  if (fixed && release.relation == Relation::add_remove) {
    refuse(index,
           "a fixed number of draws reveals the size of the data set, which add_remove hides; set "
           "relation to replace_one or zero_out");
  }
  if (release.draws < 1) refuse(index, "draws must be 1 or more");
  if (may_repeat(release) && release.rate == 1) {
    refuse(index, "expected a rate below 1: drawing with replacement may miss any unit");
  }
  if (release.sampling == Sampling::poisson && release.relation == Relation::replace_one &&
      release.noise != Noise::gaussian) {
    refuse(index,
           "Poisson samples under replace_one are covered for Gaussian noise only; set relation to "
           "add_remove or zero_out");
  }
  if (release.sampling == Sampling::balls_in_bins) check_epoch(release, index);
}

void check_one(const NoisyRelease& release, std::size_t index) {
  if (!(release.noise_multiplier >= 0)) {
    refuse(index, "noise_multiplier is " + std::to_string(release.noise_multiplier) +
                      ", expected 0 or more");
  }
  if (!(release.rate >= 0 && release.rate <= 1)) {
    refuse(index, "rate is " + std::to_string(release.rate) + ", expected 0 to 1");
  }
  if (!(release.round_rate >= 0 && release.round_rate <= 1)) {
    refuse(index, "round_rate is " + std::to_string(release.round_rate) + ", expected 0 to 1");
  }
  if (release.count < 0 || release.steps < 0) {
    refuse(index, "count and steps must be 0 or more");
  }
  if (repetitions(release) > most_repetitions) {
    refuse(index, "count times steps is " + std::to_string(release.count) + " times " +
                      std::to_string(release.steps) + ", expected at most 2^53 releases");
  }
  if (release.round_rate < 1 && release.round_coin == RoundCoin::own &&
      release.relation == Relation::replace_one) {
    refuse(index, "round_coin own needs add_remove or zero_out; under replace_one use shared");
  }
  check_sampling(release, index);
}

}  // namespace

std::string_view name_of(Noise noise) {
  switch (noise) {
    case Noise::gaussian:
      return "gaussian";
    case Noise::laplace:
      return "laplace";
    case Noise::discrete_gaussian:
      return "discrete_gaussian";
    case Noise::discrete_laplace:
      return "discrete_laplace";
  }
  return "unknown";
}

std::string_view name_of(Sampling sampling) {
  switch (sampling) {
    case Sampling::none:
      return "none";
    case Sampling::poisson:
      return "poisson";
    case Sampling::without_replacement:
      return "without_replacement";
    case Sampling::with_replacement:
      return "with_replacement";
    case Sampling::balls_in_bins:
      return "balls_in_bins";
  }
  return "unknown";
}

void check(std::span<const NoisyRelease> releases) {
  for (std::size_t i = 0; i < releases.size(); ++i) {
    check_one(releases[i], i);
    if (releases[i].relation == releases[0].relation) continue;
    refuse(i, "relation is " + std::string(name_of(releases[i].relation)) + " but release 0 has " +
                  std::string(name_of(releases[0].relation)) +
                  "; guarantees under different relations do not compose");
  }
}

bool is_void(const NoisyRelease& release) {
  const bool never_drawn = release.sampling != Sampling::none && release.rate == 0;
  return release.count == 0 || release.steps == 0 || release.round_rate == 0 || never_drawn ||
         std::isinf(release.noise_multiplier);
}

bool is_unsampled(const NoisyRelease& release) {
  return release.round_rate == 1 && (release.sampling == Sampling::none || release.rate == 1);
}

bool is_fixed_size(const NoisyRelease& release) {
  return release.sampling == Sampling::with_replacement ||
         (release.sampling == Sampling::without_replacement && release.rate < 1);
}

bool is_epoch(const NoisyRelease& release) {
  return release.sampling == Sampling::balls_in_bins && release.rate < 1;
}

std::int64_t bins_of(const NoisyRelease& release) { return std::llround(1 / release.rate); }

bool may_repeat(const NoisyRelease& release) {
  return release.sampling == Sampling::with_replacement && release.draws > 1;
}

double multiplier_per_distance(const NoisyRelease& release) {
  return release.noise_multiplier / distance_in_clips(release.relation);
}

double presences(const NoisyRelease& release) {
  return is_epoch(release) ? static_cast<double>(release.draws) : 1;
}

double repetitions(const NoisyRelease& release) {
  return static_cast<double>(release.count) * static_cast<double>(release.steps);
}

}  // namespace skald::privacy
