#include "privacy/ledger/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "privacy/infinity.hpp"
#include "privacy/ledger/ledger_losses.hpp"
#include "privacy/ledger/overloaded.hpp"
#include "privacy/pure.hpp"
#include "privacy/rdp.hpp"
#include "privacy/renyi_conversion.hpp"

namespace skald::privacy {
namespace {

std::span<const double> ledger_orders(const AccountingOptions& options) {
  return options.orders.empty() ? default_orders() : options.orders;
}

std::string ledger_sampling(const Ledger& ledger) {
  std::string text;
  for (const LedgerEvent& event : ledger.events) {
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

Guarantee blank_of(const Ledger& ledger, Accounting accounting, const AccountingOptions& options) {
  check(ledger);
  if (accounting != Accounting::pld && accounting != Accounting::rdp) {
    throw std::invalid_argument("ledger: the accountant is " + std::string(name_of(accounting)) +
                                ", expected pld or rdp");
  }
  if (accounting == Accounting::pld && !has_loss_laws(ledger)) {
    throw std::invalid_argument(
        "pld accountant: the law of a loss is unknown where only zCDP or a Renyi divergence is "
        "given; use rdp");
  }
  Guarantee guarantee{};
  guarantee.scope = options.scope;
  guarantee.relation = ledger.relation;
  guarantee.sampling = ledger_sampling(ledger);
  guarantee.accounting = accounting;
  return guarantee;
}

// Bounds computed from laws that are themselves bounds say nothing about the least epsilon.
PldOptions bracketed(const Ledger& ledger, PldOptions options) {
  for (const LedgerEvent& event : ledger.events) {
    const auto* known = std::get_if<KnownLaw>(&event);
    const bool is_bound =
        std::holds_alternative<PosteriorDraws>(event) || (known != nullptr && !known->attained);
    if (is_bound && count_of(event) > 0) options.bracket = false;
  }
  return options;
}

void take_order(Guarantee& guarantee, const RenyiOptimum& optimum) {
  guarantee.order = optimum.order;
  guarantee.order_at_end = optimum.at_the_end;
}

}  // namespace

Guarantee ledger_epsilon(const Ledger& ledger, double delta, Accounting accounting,
                         const AccountingOptions& options) {
  check_budget(0, delta);
  Guarantee guarantee = blank_of(ledger, accounting, options);
  guarantee.delta = delta;
  if (accounting == Accounting::rdp) {
    const auto orders = ledger_orders(options);
    const RenyiOptimum best = renyi_epsilon(orders, ledger_rdp(ledger, orders), delta);
    guarantee.epsilon = best.value;
    take_order(guarantee, best);
  } else {
    Fourier fourier;
    const PldBound bound =
        pld_epsilon(condense(ledger), delta, bracketed(ledger, options.pld), fourier);
    guarantee.epsilon = bound.high;
    guarantee.epsilon_low = bound.low;
    guarantee.interval = bound.interval;
  }
  const double pure = ledger_pure(ledger).value_or(infinity);
  if (pure < guarantee.epsilon) {
    guarantee.epsilon = pure;
    guarantee.order = 0;
  }
  return guarantee;
}

Guarantee ledger_delta(const Ledger& ledger, double epsilon, Accounting accounting,
                       const AccountingOptions& options) {
  check_budget(epsilon, 0);
  Guarantee guarantee = blank_of(ledger, accounting, options);
  guarantee.epsilon = epsilon;
  if (accounting == Accounting::rdp) {
    const auto orders = ledger_orders(options);
    const RenyiOptimum best = renyi_delta(orders, ledger_rdp(ledger, orders), epsilon);
    guarantee.delta = best.value;
    take_order(guarantee, best);
  } else {
    Fourier fourier;
    const PldBound bound =
        pld_delta(condense(ledger), epsilon, bracketed(ledger, options.pld), fourier);
    guarantee.delta = bound.high;
    guarantee.delta_low = bound.low;
    guarantee.interval = bound.interval;
  }
  if (ledger_pure(ledger).value_or(infinity) <= epsilon) guarantee.delta = guarantee.delta_low = 0;
  return guarantee;
}

std::optional<double> ledger_pure(const Ledger& ledger) {
  double sum = 0;
  for (const LedgerEvent& event : ledger.events) {
    const double count = static_cast<double>(count_of(event));
    if (count == 0) continue;
    const double each = std::visit(
        Overloaded{
            [](NoisyRelease r) {
              r.count = 1;
              return pure_epsilon(r);
            },
            [](const KnownBudget& b) { return b.budget.delta == 0 ? b.budget.epsilon : infinity; },
            [](const KnownConcentration& c) { return c.rho == 0 && c.xi == 0 ? 0 : infinity; },
            [](const KnownCurve&) { return infinity; }, [](const KnownLaw& k) { return k.pure; },
            [](const PosteriorDraws& d) { return d.range; }},
        event);
    sum += count * each;
  }
  return std::isinf(sum) ? std::nullopt : std::optional(sum);
}

std::optional<double> ledger_rho(const Ledger& ledger) {
  double sum = 0;
  const auto pure = [](double epsilon) { return 0.5 * epsilon * epsilon; };  // Bun, Steinke 2016
  for (const LedgerEvent& event : ledger.events) {
    const double count = static_cast<double>(count_of(event));
    if (count == 0) continue;
    const double each = std::visit(
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
                   [](const PosteriorDraws& d) { return d.range * d.range / 8; }},
        event);
    sum += count * each;
  }
  return std::isinf(sum) ? std::nullopt : std::optional(sum);
}

std::optional<double> ledger_mu(const Ledger& ledger) {
  double sum = 0;
  for (const LedgerEvent& event : ledger.events) {
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
