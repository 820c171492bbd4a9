#include "privacy/events/composition.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "privacy/closed_form.hpp"
#include "privacy/events/response_loss.hpp"
#include "privacy/rdp.hpp"
#include "privacy/renyi_conversion.hpp"

namespace skald::privacy {
namespace {

std::string sampling_of(const Composition& all) {
  std::string text;
  for (const Event& event : all.events) {
    std::string scheme = "none";
    if (const auto* release = std::get_if<NoisyRelease>(&event)) {
      scheme = name_of(release->sampling);
      if (release->round_rate < 1) scheme += " in sampled rounds";
    } else if (const auto* known = std::get_if<KnownLaw>(&event)) {
      scheme = known->sampling;
    } else if (const auto* bounded = std::get_if<BoundedRelease>(&event)) {
      scheme = bounded->sampling;
    }
    if (text.find(scheme) == std::string::npos) text += (text.empty() ? "" : "+") + scheme;
  }
  return text.empty() ? "none" : text;
}

Guarantee blank_of(const Composition& all, Accounting accounting,
                   const AccountingOptions& options) {
  check(all);
  if (accounting != Accounting::pld && accounting != Accounting::rdp) {
    throw std::invalid_argument("events: the accountant is " + std::string(name_of(accounting)) +
                                ", expected pld or rdp");
  }
  if (accounting == Accounting::pld && !has_loss_laws(all)) {
    throw std::invalid_argument(
        "pld accountant: the law of a loss is unknown where only zCDP or a Renyi divergence is "
        "given; use rdp");
  }
  Guarantee guarantee{};
  guarantee.scope = options.scope;
  guarantee.relation = all.relation;
  guarantee.sampling = sampling_of(all);
  guarantee.accounting = accounting;
  return guarantee;
}

// Bounds computed from laws that are themselves bounds say nothing about the least epsilon.
AccountingOptions bracketed(const Composition& all, AccountingOptions options) {
  for (const Event& event : all.events) {
    const auto* known = std::get_if<KnownLaw>(&event);
    const bool is_bound = std::holds_alternative<PosteriorDraws>(event) ||
                          (known != nullptr && !known->attained && !known->below);
    if (is_bound && count_of(event) > 0) options.pld.bracket = false;
  }
  return options;
}

CondensedReleases condense(const Composition& all) {
  std::vector<NoisyRelease> releases;
  std::vector<GivenLaw> given;
  for (const Event& event : all.events) {
    const auto count = static_cast<double>(count_of(event));
    if (count == 0) continue;
    std::visit(
        Overloaded{
            [&](const NoisyRelease& r) { releases.push_back(r); },
            [](const BoundedRelease&) { throw std::logic_error("no bound was chosen"); },
            [&](const KnownBudget& b) {
              const bool bounded = std::isfinite(b.budget.epsilon);
              given.push_back({response_law(bounded ? b.budget : Budget{0, 1}), count, true});
            },
            [](const KnownConcentration&) { throw std::logic_error("no law of zCDP"); },
            [](const KnownCurve&) { throw std::logic_error("no law of Renyi DP"); },
            [&](const KnownLaw& k) {
              given.push_back({k.law, count, k.symmetric, {}, k.mu});
              if (!k.below) return;
              given.back().attained = [below = k.below, count]() -> std::vector<LawPower> {
                return {{below(), count}};
              };
            },
            [&](const PosteriorDraws& d) {
              given.push_back({posterior_law(d.range), count, true});
            }},
        event);
  }
  CondensedReleases condensed = condense(releases, given);
  condensed.relation = all.relation;
  return condensed;
}

ComposedLosses losses_of(const Composition& all) {
  return {[&all](std::span<const double> orders) { return rdp(all, orders); },
          [&all] { return condense(all); }, pure_epsilon_of(all).value_or(infinity)};
}

// What is known of events between bounds: by the i-th bound of each, or its first.
enum class Bound { above, below };

Event chosen(const BoundedRelease& bounded, Bound side, std::size_t i) {
  if (side == Bound::above) {
    NoisyRelease release = bounded.above[i < bounded.above.size() ? i : 0];
    release.count *= bounded.count;
    return release;
  }
  KnownLaw law = bounded.below[i < bounded.below.size() ? i : 0];
  law.count *= bounded.count;
  return law;
}

Composition chosen(const Composition& all, Bound side, std::size_t i) {
  Composition one = all;
  for (Event& event : one.events) {
    const auto* bounded = std::get_if<BoundedRelease>(&event);
    if (bounded != nullptr) event = chosen(BoundedRelease(*bounded), side, i);
  }
  return one;
}

// In how many ways the events between bounds can be read; 0 if one of them has no such bound, and
// nothing if there are no such events.
std::optional<std::size_t> readings(const Composition& all, Bound side) {
  std::optional<std::size_t> most;
  for (const Event& event : all.events) {
    const auto* bounded = std::get_if<BoundedRelease>(&event);
    if (bounded == nullptr) continue;
    const std::size_t here = side == Bound::above ? bounded->above.size() : bounded->below.size();
    if (here == 0) return 0;
    most = std::max(most.value_or(0), here);
  }
  return most;
}

// The releases, if nothing else counts: of some there are closed forms.
std::vector<NoisyRelease> releases_alone(const Composition& all) {
  std::vector<NoisyRelease> releases;
  for (const Event& event : all.events) {
    if (count_of(event) == 0) continue;
    const auto* release = std::get_if<NoisyRelease>(&event);
    if (release == nullptr) return {};
    releases.push_back(*release);
  }
  return releases;
}

// What accountants say of releases, of a composition that is named otherwise.
void take(Guarantee& guarantee, Guarantee of_releases) {
  of_releases.sampling = guarantee.sampling;
  guarantee = std::move(of_releases);
}

// A guarantee by each of the bounds; the best of those above, with what is known from below.
template <class Certify>
Guarantee certified(const Composition& all, const Guarantee& blank,
                    const AccountingOptions& options, Certify certify) {
  const auto by = [&](const Composition& one, bool bracket) {
    AccountingOptions used = bracketed(one, options);
    used.pld.bracket = used.pld.bracket && bracket;
    Guarantee found = blank;
    certify(found, one, used);
    return found;
  };
  const std::optional<std::size_t> highs = readings(all, Bound::above);
  if (!highs || blank.accounting == Accounting::rdp) return by(all, true);
  Guarantee best = by(chosen(all, Bound::above, 0), false);
  for (std::size_t i = 1; i < *highs; ++i) {
    const Guarantee other = by(chosen(all, Bound::above, i), false);
    if (other.epsilon < best.epsilon || other.delta < best.delta) best = other;
  }
  best.epsilon_low = best.delta_low = 0;
  const std::size_t lows = options.pld.bracket ? *readings(all, Bound::below) : 0;
  for (std::size_t i = 0; i < lows; ++i) {
    const Guarantee least = by(chosen(all, Bound::below, i), true);
    best.epsilon_low = std::min(std::max(best.epsilon_low, least.epsilon_low), best.epsilon);
    best.delta_low = std::min(std::max(best.delta_low, least.delta_low), best.delta);
  }
  return best;
}

// The rho of an epsilon (Bun, Steinke 2016).
double rho_of_pure(double epsilon) { return 0.5 * epsilon * epsilon; }

// The rho of one round of a release.
double rho_of_release(const NoisyRelease& r) {
  if (is_void(r)) return 0.0;
  if (!is_unsampled(r) || !(r.noise_multiplier > 0)) return infinity;
  // Also the Laplace mechanism's, which is pure, and the discrete Gaussian's, which is as
  // concentrated as the Gaussian (Canonne, Kamath, Steinke 2020, Theorem 4).
  return static_cast<double>(r.steps) * rho_of_pure(1 / multiplier_per_distance(r));
}

// The sum over the events of what `each` says of one repetition; nothing if that is infinite.
template <class Each>
std::optional<double> summed(const Composition& all, Each each) {
  double sum = 0;
  for (const Event& event : all.events) {
    const auto count = static_cast<double>(count_of(event));
    if (count > 0) sum += count * std::visit(each, event);
  }
  return std::isinf(sum) ? std::nullopt : std::optional(sum);
}

}  // namespace

void check(const Composition& all) {
  for (const Event& event : all.events) {
    check(event);
    const auto* release = std::get_if<NoisyRelease>(&event);
    if (release == nullptr || release->relation == all.relation) continue;
    throw std::invalid_argument(
        "a release is under the relation " + std::string(name_of(release->relation)) +
        ", what it is composed with under " + std::string(name_of(all.relation)));
  }
}

bool has_loss_laws(const Composition& all) {
  return std::all_of(all.events.begin(), all.events.end(), [](const Event& event) {
    return count_of(event) == 0 || has_loss_law(event);
  });
}

UpperBounds rdp(const Composition& all, std::span<const double> orders) {
  check(all);
  UpperBounds total(orders.size());
  for (const Event& event : all.events) {
    if (count_of(event) == 0) continue;
    const UpperBounds each = rdp_once(event, orders);
    const auto count = static_cast<double>(count_of(event));
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += count * each[i];
  }
  return total;
}

Guarantee epsilon(const Composition& all, double delta, Accounting accounting,
                  const AccountingOptions& options) {
  check_budget(0, delta);
  Guarantee guarantee = blank_of(all, accounting, options);
  guarantee.delta = delta;
  Fourier fourier;
  return certified(all, guarantee, options,
                   [&](Guarantee& found, const Composition& one, const AccountingOptions& used) {
                     const std::vector<NoisyRelease> releases = releases_alone(one);
                     if (releases.empty()) {
                       certify_epsilon(found, losses_of(one), used, fourier);
                     } else {
                       take(found, privacy::epsilon(releases, delta, accounting, used));
                     }
                   });
}

Guarantee delta(const Composition& all, double epsilon, Accounting accounting,
                const AccountingOptions& options) {
  check_budget(epsilon, 0);
  Guarantee guarantee = blank_of(all, accounting, options);
  guarantee.epsilon = epsilon;
  return certified(all, guarantee, options,
                   [&](Guarantee& found, const Composition& one, const AccountingOptions& used) {
                     const std::vector<NoisyRelease> releases = releases_alone(one);
                     if (releases.empty()) {
                       certify_delta(found, losses_of(one), used);
                     } else {
                       take(found, privacy::delta(releases, epsilon, accounting, used));
                     }
                   });
}

std::optional<double> pure_epsilon_of(const Composition& all) {
  return summed(
      all,
      Overloaded{
          [](NoisyRelease r) {
            r.count = 1;
            return pure_epsilon(r);
          },
          [](const BoundedRelease&) { return infinity; },
          [](const KnownBudget& b) { return b.budget.delta == 0 ? b.budget.epsilon : infinity; },
          [](const KnownConcentration& c) { return c.rho == 0 && c.xi == 0 ? 0 : infinity; },
          [](const KnownCurve&) { return infinity; }, [](const KnownLaw& k) { return k.pure; },
          [](const PosteriorDraws& d) { return d.range; }});
}

std::optional<double> rho_of(const Composition& all) {
  return summed(
      all, Overloaded{[](const NoisyRelease& r) { return rho_of_release(r); },
                      [](const BoundedRelease& b) {
                        double least = infinity;
                        for (const NoisyRelease& r : b.above) {
                          least = std::min(least, static_cast<double>(r.count) * rho_of_release(r));
                        }
                        return least;
                      },
                      [](const KnownBudget& b) {
                        return b.budget.delta == 0 ? rho_of_pure(b.budget.epsilon) : infinity;
                      },
                      [](const KnownConcentration& c) { return c.xi == 0 ? c.rho : infinity; },
                      [](const KnownCurve&) { return infinity; },
                      [](const KnownLaw& k) { return rho_of_pure(k.pure); },
                      [](const PosteriorDraws& d) { return d.range * d.range / 8; }});
}

std::optional<double> mu_of(const Composition& all) {
  double sum = 0;
  for (const Event& event : all.events) {
    if (count_of(event) == 0) continue;
    const auto* release = std::get_if<NoisyRelease>(&event);
    if (release == nullptr) return std::nullopt;
    if (is_void(*release)) continue;
    const bool gaussian = release->noise == Noise::gaussian && is_unsampled(*release);
    if (!gaussian || !(release->noise_multiplier > 0)) return std::nullopt;
    const double sigma = multiplier_per_distance(*release);
    sum += repetitions(*release) / (sigma * sigma);
  }
  return std::sqrt(sum);
}

}  // namespace skald::privacy
