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
  certify_epsilon(guarantee, losses_of(all), bracketed(all, options), fourier);
  return guarantee;
}

Guarantee delta(const Composition& all, double epsilon, Accounting accounting,
                const AccountingOptions& options) {
  check_budget(epsilon, 0);
  Guarantee guarantee = blank_of(all, accounting, options);
  guarantee.epsilon = epsilon;
  certify_delta(guarantee, losses_of(all), bracketed(all, options));
  return guarantee;
}

std::optional<double> pure_epsilon_of(const Composition& all) {
  return summed(
      all,
      Overloaded{
          [](NoisyRelease r) {
            r.count = 1;
            return pure_epsilon(r);
          },
          [](const KnownBudget& b) { return b.budget.delta == 0 ? b.budget.epsilon : infinity; },
          [](const KnownConcentration& c) { return c.rho == 0 && c.xi == 0 ? 0 : infinity; },
          [](const KnownCurve&) { return infinity; }, [](const KnownLaw& k) { return k.pure; },
          [](const PosteriorDraws& d) { return d.range; }});
}

std::optional<double> rho_of(const Composition& all) {
  const auto pure = [](double epsilon) { return 0.5 * epsilon * epsilon; };  // Bun, Steinke 2016
  return summed(all,
                Overloaded{[&](const NoisyRelease& r) {
                             if (is_void(r)) return 0.0;
                             if (!is_unsampled(r) || !(r.noise_multiplier > 0)) return infinity;
                             const double sigma = multiplier_per_distance(r);
                             const double steps = static_cast<double>(r.steps);
                             // A discrete Gaussian is as concentrated as the Gaussian (Canonne,
                             // Kamath, Steinke 2020, Theorem 4).
                             return is_bounded(r.noise) ? steps * pure(1 / sigma)
                                                        : steps / (2 * sigma * sigma);
                           },
                           [&](const KnownBudget& b) {
                             return b.budget.delta == 0 ? pure(b.budget.epsilon) : infinity;
                           },
                           [](const KnownConcentration& c) { return c.xi == 0 ? c.rho : infinity; },
                           [](const KnownCurve&) { return infinity; },
                           [&](const KnownLaw& k) { return pure(k.pure); },
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
