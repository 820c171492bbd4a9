#include "privacy/closed_form.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "skald/parts/privacy/amplification.hpp"

namespace skald::privacy {
namespace {

std::vector<NoisyRelease> effective(std::span<const NoisyRelease> releases) {
  std::vector<NoisyRelease> kept;
  for (const NoisyRelease& release : releases) {
    if (!is_void(release)) kept.push_back(release);
  }
  return kept;
}

// Noise over the distance that sampling amplifies, for a formula that is exact or an upper bound.
double sigma_of(const NoisyRelease& release) {
  return is_fixed_size(release) ? release.noise_multiplier / 2 : multiplier_per_distance(release);
}

bool has_amplification_theorem(const NoisyRelease& release) {
  const bool poisson_replaced =
      release.sampling == Sampling::poisson && release.relation == Relation::replace_one;
  return release.round_rate == 1 && !may_repeat(release) && !is_epoch(release) && !poisson_replaced;
}

// The epsilon of one release at a share of delta.
double textbook_epsilon(const NoisyRelease& release, double delta) {
  const double base_delta = std::min(1.0, delta / release.rate);
  const double base = std::sqrt(2 * std::log(1.25 / base_delta)) / sigma_of(release);
  return base <= 1 ? amplified_epsilon(base, release.rate) : infinity;
}

std::vector<NoisyRelease> textbook_releases(std::span<const NoisyRelease> releases) {
  std::vector<NoisyRelease> kept = effective(releases);
  for (NoisyRelease& release : kept) {
    if (release.noise != Noise::gaussian || !has_amplification_theorem(release)) {
      throw std::invalid_argument(
          "classical accountant: it covers only Gaussian noise: without sampling, on Poisson "
          "samples under add_remove, or on fixed-size samples; use rdp or pld");
    }
    if (is_unsampled(release)) release.rate = 1;
  }
  return kept;
}

double total_repetitions(const std::vector<NoisyRelease>& releases) {
  double total = 0;
  for (const NoisyRelease& release : releases) total += repetitions(release);
  return total;
}

// The budget whose amplification is `target` (Balle, Barthe, Gaboardi 2018, Theorems 8 and 9).
Budget amplification_base(Budget target, double rate) {
  return {base_epsilon(target.epsilon, rate), std::min(1.0, target.delta / rate)};
}

}  // namespace

double pure_epsilon(const NoisyRelease& release) {
  if (is_void(release)) return 0;
  const bool bounded = is_bounded(release.noise) && release.noise_multiplier > 0;
  if (!bounded) return infinity;
  const double clips = is_fixed_size(release) ? 2 : distance_in_clips(release.relation);
  const double copies = may_repeat(release) ? static_cast<double>(release.draws) : 1;
  return repetitions(release) * clips * copies / release.noise_multiplier;
}

double pure_epsilon(std::span<const NoisyRelease> releases) {
  double sum = 0;
  for (const NoisyRelease& release : releases) sum += pure_epsilon(release);
  return sum;
}

bool is_one_sample(std::span<const NoisyRelease> releases) {
  const std::vector<NoisyRelease> kept = effective(releases);
  if (kept.size() != 1) return false;
  const NoisyRelease& one = kept.front();
  const bool bound = one.relation == Relation::zero_out && is_fixed_size(one);
  return one.noise == Noise::gaussian && !is_unsampled(one) && repetitions(one) == 1 && !bound &&
         has_amplification_theorem(one);
}

double one_sample_epsilon(std::span<const NoisyRelease> releases, double delta) {
  const NoisyRelease one = effective(releases).front();
  const double base = gaussian_epsilon(sigma_of(one), std::min(1.0, delta / one.rate));
  return std::isinf(base) ? base : amplified_epsilon(base, one.rate);
}

double one_sample_delta(std::span<const NoisyRelease> releases, double epsilon) {
  const NoisyRelease one = effective(releases).front();
  return one.rate * gaussian_delta(sigma_of(one), base_epsilon(epsilon, one.rate));
}

double classical_epsilon(std::span<const NoisyRelease> releases, double delta) {
  const std::vector<NoisyRelease> kept = textbook_releases(releases);
  const double share = delta / total_repetitions(kept);
  double sum = 0;
  for (const NoisyRelease& release : kept) {
    sum += repetitions(release) * textbook_epsilon(release, share);
  }
  return sum;
}

double classical_factor(std::span<const NoisyRelease> plan, Budget budget) {
  const std::vector<NoisyRelease> kept = textbook_releases(plan);
  const double count = total_repetitions(kept);
  double factor = 0;
  for (const NoisyRelease& release : kept) {
    const Budget base =
        amplification_base({budget.epsilon / count, budget.delta / count}, release.rate);
    const double sigma = classical_gaussian_sigma(base.epsilon, base.delta);
    factor = std::max(factor, sigma / sigma_of(release));
  }
  return factor;
}

}  // namespace skald::privacy
