#include "privacy/ledger/ledger_losses.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "privacy/infinity.hpp"
#include "privacy/ledger/overloaded.hpp"
#include "privacy/ledger/response_loss.hpp"
#include "privacy/pld/loss_cumulants.hpp"
#include "privacy/rdp.hpp"

namespace skald::privacy {
namespace {

constexpr double most_events = 0x1p53;  // whole numbers that a double holds

bool is_far(double count) { return !(count >= 0 && count <= most_events); }

void check_event(const LedgerEvent& event) {
  if (is_far(static_cast<double>(count_of(event)))) {
    throw std::invalid_argument("ledger: expected counts from 0 to 2^53");
  }
  std::visit(
      Overloaded{[](const NoisyRelease&) {},
                 [](const KnownBudget& b) { check_budget(b.budget.epsilon, b.budget.delta); },
                 [](const KnownConcentration& c) {
                   check_budget(c.rho, 0);
                   check_budget(c.xi, 0);
                 },
                 [](const KnownCurve&) {}, [](const KnownLaw&) {},
                 [](const PosteriorDraws& d) { privacy::check(d); }},
      event);
}

template <class Curve>
UpperBounds at_orders(std::span<const double> orders, Curve curve) {
  UpperBounds result;
  for (const double order : orders) result.push_back(curve(order));
  return result;
}

UpperBounds known_orders(std::span<const double> orders, const KnownLaw& known) {
  if (std::isinf(known.pure)) return UpperBounds(orders.size(), UpperBound(infinity));
  UpperBounds result = law_rdp(known.law, orders);
  if (known.symmetric) return result;
  const UpperBounds added = law_rdp(reversed(known.law), orders);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::max(result[i], added[i]);
  return result;
}

UpperBounds once(const LedgerEvent& event, std::span<const double> orders) {
  return std::visit(
      Overloaded{
          [&](NoisyRelease r) {
            r.count = 1;
            return has_renyi_bound(r) || is_void(r)
                       ? rdp({&r, 1}, orders)
                       : UpperBounds(orders.size(), UpperBound(infinity));
          },
          [&](const KnownBudget& b) {
            return at_orders(orders, [&](double a) { return response_rdp(a, b.budget); });
          },
          [&](const KnownConcentration& c) { return at_orders(orders, concentrated(c.rho, c.xi)); },
          [&](const KnownCurve& c) { return c.divergences(orders); },
          [&](const KnownLaw& k) { return known_orders(orders, k); },
          [&](const PosteriorDraws& d) {
            return at_orders(orders, [&](double a) { return posterior_rdp(a, d.range); });
          }},
      event);
}

}  // namespace

RenyiCurve concentrated(double rho, double xi) {
  return [=](double order) { return UpperBound(xi + rho * order); };
}

KnownCurve known(RenyiCurve curve, std::int64_t count) {
  return {[curve = std::move(curve)](std::span<const double> orders) {
            return at_orders(orders, curve);
          },
          count};
}

KnownCurve known_at(double order, double divergence, std::int64_t count) {
  check_budget(divergence, 0);
  if (!(order > 1 && std::isfinite(order))) {
    throw std::invalid_argument("ledger: expected a Renyi order above 1");
  }
  return known(
      [=](double at) { return at <= order ? UpperBound(divergence) : UpperBound(infinity); },
      count);
}

std::int64_t count_of(const LedgerEvent& event) {
  return std::visit([](const auto& one) { return one.count; }, event);
}

LedgerEvent with_count(LedgerEvent event, std::int64_t count) {
  std::visit([count](auto& one) { one.count = count; }, event);
  return event;
}

void check(const Ledger& ledger) {
  for (const LedgerEvent& event : ledger.events) {
    check_event(event);
    if (const auto* release = std::get_if<NoisyRelease>(&event)) {
      privacy::check({release, 1});
      if (release->relation != ledger.relation) {
        throw std::invalid_argument("ledger: a release is under the relation " +
                                    std::string(name_of(release->relation)) +
                                    ", the ledger under " + std::string(name_of(ledger.relation)));
      }
    }
  }
}

bool has_loss_laws(const Ledger& ledger) {
  return std::none_of(ledger.events.begin(), ledger.events.end(), [](const LedgerEvent& event) {
    return count_of(event) > 0 && (std::holds_alternative<KnownConcentration>(event) ||
                                   std::holds_alternative<KnownCurve>(event));
  });
}

CondensedReleases condense(const Ledger& ledger) {
  std::vector<NoisyRelease> releases;
  std::vector<GivenLaw> given;
  for (const LedgerEvent& event : ledger.events) {
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
              given.push_back({k.law, count, k.symmetric});
            },
            [&](const PosteriorDraws& d) {
              given.push_back({posterior_law(d.range), count, true});
            }},
        event);
  }
  CondensedReleases condensed = condense(releases, given);
  condensed.relation = ledger.relation;
  return condensed;
}

UpperBounds law_rdp(const LossLaw& law, std::span<const double> orders) {
  constexpr double bins = 1 << 15;
  constexpr double summation_error = 2e-14;  // of a sum of positive terms, in blocks of 64
  const double interval = (law.range.high - law.range.low) / bins;
  const LossDistribution above =
      discretise(count_bins(law.tails, uniform_grid(law.range.low, law.range.high, interval),
                            Side::above, std::max(law.rounding, 1e-12)));
  UpperBounds result;
  for (const double order : orders) {
    const double cumulant = log_moment(above, order - 1) + summation_error;
    result.push_back(above.infinity > 0 ? infinity : cumulant / (order - 1));
  }
  return result;
}

UpperBounds ledger_rdp(const Ledger& ledger, std::span<const double> orders) {
  check(ledger);
  UpperBounds total(orders.size());
  for (const LedgerEvent& event : ledger.events) {
    if (count_of(event) == 0) continue;
    const UpperBounds each = once(event, orders);
    const auto count = static_cast<double>(count_of(event));
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += count * each[i];
  }
  return total;
}

std::string renyi_refusal(const LedgerEvent& event) {
  if (const auto* release = std::get_if<NoisyRelease>(&event)) {
    if (is_void(*release) || has_renyi_bound(*release)) return "";
    return "rounds with coins of their own, draws with replacement and samples under (discrete) "
           "Laplace noise have no useful Renyi bound";
  }
  const auto* law = std::get_if<KnownLaw>(&event);
  if (law != nullptr && std::isinf(law->pure)) {
    return "groups under Poisson samples, mixtures, truncated samples and balls in bins have no "
           "Renyi bound here";
  }
  const auto* known = std::get_if<KnownBudget>(&event);
  if (known != nullptr && known->budget.delta > 0) {
    return "a mechanism with a delta of its own has no Renyi bound";
  }
  return "";
}

}  // namespace skald::privacy
