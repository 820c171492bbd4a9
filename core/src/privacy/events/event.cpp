#include "privacy/events/event.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "privacy/events/response_loss.hpp"
#include "privacy/pld/loss_cumulants.hpp"
#include "privacy/rdp.hpp"

namespace skald::privacy {
namespace {

constexpr double most_events = 0x1p53;  // whole numbers that a double holds

template <class Curve>
UpperBounds at_orders(std::span<const double> orders, Curve curve) {
  UpperBounds result;
  for (const double order : orders) result.push_back(curve(order));
  return result;
}

// Renyi divergences of a law, from above: a law on a grid whose privacy curve lies above the given
// one has the larger divergences, as these are averages of the curve.
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

UpperBounds known_orders(std::span<const double> orders, const KnownLaw& known) {
  if (std::isinf(known.pure)) return UpperBounds(orders.size(), UpperBound(infinity));
  UpperBounds result = law_rdp(known.law, orders);
  if (known.symmetric) return result;
  const UpperBounds added = law_rdp(reversed(known.law), orders);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::max(result[i], added[i]);
  return result;
}

bool is_gaussian_of_all_or_poisson(const NoisyRelease& release) {
  const bool covered = is_unsampled(release) || release.sampling == Sampling::poisson;
  return release.noise == Noise::gaussian && covered && release.round_rate == 1;
}

void check_bounds(const BoundedRelease& bounded) {
  for (const NoisyRelease& release : bounded.above) privacy::check({&release, 1});
  const bool covered =
      std::all_of(bounded.above.begin(), bounded.above.end(), is_gaussian_of_all_or_poisson);
  if (covered && !bounded.above.empty()) return;
  throw std::invalid_argument(
      "an event: expected bounds by Gaussian releases of everybody or of Poisson samples");
}

}  // namespace

KnownLaw known_response(double epsilon, std::int64_t values) {
  return {choice_law(epsilon, values), true, true, epsilon};
}

KnownLaw known(const GaussianMixture& mixture) {
  KnownLaw law{mixture_law(mixture, usual_reach), false, true};
  // If it is told how far the unit moves the sum, that is at most the largest shift.
  law.mu = *std::max_element(mixture.shift.begin(), mixture.shift.end()) / mixture.noise_multiplier;
  return law;
}

KnownLaw known(const Allocation& allocation) {
  return {allocation_law(allocation),
          false,
          false,
          infinity,
          "balls_in_bins",
          1,
          [allocation] { return allocation_law(allocation, Side::below); },
          1 / allocation.noise_multiplier};
}

KnownLaw known(const TruncatedSample& sample) {
  const bool symmetric = sample.relation == Relation::replace_one;
  KnownLaw law{truncated_law(sample, usual_reach), symmetric, false, infinity,
               "poisson, truncated"};
  law.mu = 2 / sample.noise_multiplier;  // one unit in the place of another, for certain
  return law;
}

KnownLaw known(const ShuffledReports& reports) {
  return {shuffled_law(reports), true, false, reports.epsilon, "shuffled", reports.count};
}

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
    throw std::invalid_argument("an event: expected a Renyi order above 1");
  }
  return known(
      [=](double at) { return at <= order ? UpperBound(divergence) : UpperBound(infinity); },
      count);
}

std::int64_t count_of(const Event& event) {
  return std::visit([](const auto& one) { return one.count; }, event);
}

Event with_count(Event event, std::int64_t count) {
  std::visit([count](auto& one) { one.count = count; }, event);
  return event;
}

void check(const Event& event) {
  const auto count = static_cast<double>(count_of(event));
  if (!(count >= 0 && count <= most_events)) {
    throw std::invalid_argument("an event: expected counts from 0 to 2^53");
  }
  std::visit(
      Overloaded{[](const NoisyRelease& r) {
                   privacy::check({&r, 1});
                 },
                 [](const BoundedRelease& b) { check_bounds(b); },
                 [](const KnownBudget& b) { check_budget(b.budget.epsilon, b.budget.delta); },
                 [](const KnownConcentration& c) {
                   check_budget(c.rho, 0);
                   check_budget(c.xi, 0);
                 },
                 [](const KnownCurve&) {}, [](const KnownLaw&) {},
                 [](const PosteriorDraws& d) { privacy::check(d); }},
      event);
}

bool has_loss_law(const Event& event) {
  return !std::holds_alternative<KnownConcentration>(event) &&
         !std::holds_alternative<KnownCurve>(event);
}

UpperBounds rdp_once(const Event& event, std::span<const double> orders) {
  return std::visit(
      Overloaded{
          [&](NoisyRelease r) {
            r.count = 1;
            return has_renyi_bound(r) || is_void(r)
                       ? rdp({&r, 1}, orders)
                       : UpperBounds(orders.size(), UpperBound(infinity));
          },
          [&](const BoundedRelease& b) {
            UpperBounds least = rdp({&b.above.front(), 1}, orders);
            for (const NoisyRelease& release : b.above) {
              const UpperBounds one = rdp({&release, 1}, orders);
              for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], one[i]);
            }
            return least;
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

std::string renyi_refusal(const Event& event) {
  if (const auto* release = std::get_if<NoisyRelease>(&event)) {
    if (is_void(*release) || has_renyi_bound(*release)) return "";
    return "rounds with coins of their own, draws with replacement, balls in bins and samples "
           "under (discrete) Laplace noise have no useful Renyi bound";
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
