// Groups of units that change together.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "privacy/events/composition.hpp"
#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

// log of (e^(k e) - 1) / (e^e - 1), the sum of e^(j e) for j < k.
double log_growth(double k, double epsilon) {
  if (epsilon < 1e-12) return std::log(k);
  return (k - 1) * epsilon + std::log(-std::expm1(-k * epsilon)) - std::log(-std::expm1(-epsilon));
}

std::optional<Event> grouped(const NoisyRelease& release, std::int64_t size) {
  const auto k = static_cast<double>(size);
  const bool continuous = release.noise == Noise::gaussian || release.noise == Noise::laplace;
  if (is_unsampled(release) && continuous) {
    NoisyRelease group = release;
    group.noise_multiplier /= k;
    return group;
  }
  const bool poisson = release.sampling == Sampling::poisson && release.noise == Noise::gaussian &&
                       release.round_rate == 1 && release.relation != Relation::replace_one;
  if (!poisson) return std::nullopt;
  if (is_void(release)) return release;
  if (!(release.noise_multiplier > 0)) return std::nullopt;
  KnownLaw group = known(sampled_group(release.noise_multiplier, release.rate, size));
  group.sampling = name_of(release.sampling);
  group.count = release.count * release.steps;
  return group;
}

std::optional<Event> grouped(const KnownBudget& known, std::int64_t size) {
  const auto k = static_cast<double>(size);
  const auto& [epsilon, delta] = known.budget;
  const double grown = delta == 0 ? 0 : std::exp(std::log(delta) + log_growth(k, epsilon));
  return KnownBudget{{k * epsilon, std::min(1.0, grown)}, known.count};
}

std::optional<Event> grouped(const KnownConcentration& known, std::int64_t size) {
  // Bun, Steinke 2016, Proposition 27.
  const auto k = static_cast<double>(size);
  double harmonic = 0;
  for (double i = 1; i <= k; ++i) harmonic += 1 / i;
  return KnownConcentration{k * k * known.rho, k * harmonic * known.xi, known.count};
}

std::optional<Event> grouped(const PosteriorDraws& draws, std::int64_t size) {
  return PosteriorDraws{static_cast<double>(size) * draws.range, draws.count};
}

std::optional<Event> grouped(const BoundedRelease&, std::int64_t) { return std::nullopt; }
std::optional<Event> grouped(const KnownCurve&, std::int64_t) { return std::nullopt; }
std::optional<Event> grouped(const KnownLaw&, std::int64_t) { return std::nullopt; }

void check_size(std::int64_t size) {
  if (size >= 1 && size <= largest_group) return;
  throw std::invalid_argument("a group of " + std::to_string(size) + " units, expected 1 to " +
                              std::to_string(largest_group));
}

bool fits(const Composition& all, Accounting accounting) {
  return accounting == Accounting::pld ||
         std::none_of(all.events.begin(), all.events.end(),
                      [](const Event& event) { return !renyi_refusal(event).empty(); });
}

// The smallest epsilon found at which a delta for one unit, grown to the group, is small enough.
double by_lemma(const Composition& all, std::int64_t size, double delta, Accounting accounting,
                const AccountingOptions& options) {
  const auto k = static_cast<double>(size);
  AccountingOptions high_only = options;
  high_only.pld.bracket = false;
  const auto holds = [&](double epsilon) {
    const double one = privacy::delta(all, epsilon, accounting, high_only).delta;
    return one == 0 || std::log(one) + log_growth(k, epsilon) <= std::log(delta);
  };
  // delta falls faster than the growth rises from some epsilon on; the first such one is found on
  // steps of an eighth, then between two of them.
  double low = 0, high = 1e-4;
  if (holds(0)) return 0;
  while (!holds(high)) {
    if (high > 1e3) return infinity;
    low = high;
    high *= 1.125;
  }
  for (int i = 0; i < 20; ++i) {
    const double middle = 0.5 * (low + high);
    (holds(middle) ? high : low) = middle;
  }
  return k * high;
}

}  // namespace

std::optional<Composition> grouped(const Composition& all, std::int64_t size) {
  check_size(size);
  Composition groups{all.relation, {}};
  for (const Event& event : all.events) {
    if (count_of(event) == 0) continue;
    const std::optional<Event> group =
        std::visit([size](const auto& one) { return grouped(one, size); }, event);
    if (!group) return std::nullopt;
    groups.events.push_back(*group);
  }
  return groups;
}

Guarantee group_epsilon(const Composition& all, const std::optional<Composition>& groups,
                        std::int64_t size, double delta, Accounting accounting,
                        const AccountingOptions& options) {
  check_size(size);
  if (size == 1) return epsilon(all, delta, accounting, options);
  if (groups && fits(*groups, accounting)) {
    return epsilon(*groups, delta, accounting, options);
  }
  Guarantee guarantee = epsilon(all, delta, accounting, options);
  const double pure = pure_epsilon_of(all).value_or(infinity) * static_cast<double>(size);
  guarantee.epsilon = delta >= 1  ? 0
                      : delta > 0 ? std::min(pure, by_lemma(all, size, delta, accounting, options))
                                  : pure;
  guarantee.epsilon_low = 0;
  guarantee.order = 0;
  guarantee.order_at_end = false;
  return guarantee;
}

Guarantee group_delta(const Composition& all, const std::optional<Composition>& groups,
                      std::int64_t size, double epsilon, Accounting accounting,
                      const AccountingOptions& options) {
  check_size(size);
  if (size == 1) return delta(all, epsilon, accounting, options);
  if (groups && fits(*groups, accounting)) {
    return delta(*groups, epsilon, accounting, options);
  }
  const double one = epsilon / static_cast<double>(size);
  Guarantee guarantee = delta(all, one, accounting, options);
  guarantee.epsilon = epsilon;
  guarantee.delta_low = 0;
  if (guarantee.delta > 0) {
    const double log_delta = std::log(guarantee.delta) + log_growth(static_cast<double>(size), one);
    guarantee.delta = std::exp(std::min(0.0, log_delta));
  }
  return guarantee;
}

}  // namespace skald::privacy
