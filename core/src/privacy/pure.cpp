#include "privacy/pure.hpp"

#include "privacy/infinity.hpp"

namespace skald::privacy {

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

}  // namespace skald::privacy
