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
                 [](const KnownConcentration& c) { check_budget(c.rho, 0); },
                 [](const KnownDivergence& d) {
                   check_budget(d.divergence, 0);
                   if (d.order > 1 && std::isfinite(d.order)) return;
                   throw std::invalid_argument("ledger: expected a Renyi order above 1");
                 },
                 [](const ShuffledReports& s) { privacy::check(s); },
                 [](const SampledGroup& g) { (void)group_law(g, 1); },
                 [](const PosteriorDraws& d) { privacy::check(d); }},
      event);
}

UpperBounds at_orders(std::span<const double> orders, double slope) {
  UpperBounds result;
  for (const double order : orders) result.push_back(slope * order);
  return result;
}

// A divergence does not fall with its order.
UpperBounds up_to_order(std::span<const double> orders, const KnownDivergence& known) {
  UpperBounds result;
  for (const double order : orders) {
    result.push_back(order <= known.order ? known.divergence : infinity);
  }
  return result;
}

UpperBounds response_orders(std::span<const double> orders, Budget budget) {
  UpperBounds result;
  for (const double order : orders) result.push_back(response_rdp(order, budget));
  return result;
}

UpperBounds posterior_orders(std::span<const double> orders, double range) {
  UpperBounds result;
  for (const double order : orders) result.push_back(posterior_rdp(order, range));
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
          [&](const KnownBudget& b) { return response_orders(orders, b.budget); },
          [&](const KnownConcentration& c) { return at_orders(orders, c.rho); },
          [&](const KnownDivergence& d) { return up_to_order(orders, d); },
          [&](const ShuffledReports& s) { return law_rdp(shuffled_law(s), orders); },
          [&](const SampledGroup&) { return UpperBounds(orders.size(), UpperBound(infinity)); },
          [&](const PosteriorDraws& d) { return posterior_orders(orders, d.range); }},
      event);
}

}  // namespace

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
    const bool shuffled = std::holds_alternative<ShuffledReports>(event);
    if (shuffled && ledger.relation != Relation::replace_one) {
      throw std::invalid_argument(
          "ledger: shuffled reports are a statement on one client's datum replaced by another; set "
          "relation to replace_one");
    }
    const bool group = std::holds_alternative<SampledGroup>(event);
    if (group && ledger.relation == Relation::replace_one) {
      throw std::invalid_argument(
          "ledger: sampled groups are covered under add_remove and zero_out only");
    }
  }
}

bool has_loss_laws(const Ledger& ledger) {
  return std::none_of(ledger.events.begin(), ledger.events.end(), [](const LedgerEvent& event) {
    return count_of(event) > 0 && (std::holds_alternative<KnownConcentration>(event) ||
                                   std::holds_alternative<KnownDivergence>(event));
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
            [](const KnownDivergence&) { throw std::logic_error("no law of Renyi DP"); },
            [&](const ShuffledReports& s) {
              given.push_back({shuffled_law(s), count, true});
            },
            [&](const SampledGroup& g) {
              given.push_back({group_law(g, group_reach), count, false});
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
    return "rounds with coins of their own, draws with replacement and samples under Laplace noise "
           "have no useful Renyi bound";
  }
  if (std::holds_alternative<SampledGroup>(event)) return "a sampled group has no Renyi bound";
  const auto* known = std::get_if<KnownBudget>(&event);
  if (known != nullptr && known->budget.delta > 0) {
    return "a mechanism with a delta of its own has no Renyi bound";
  }
  return "";
}

}  // namespace skald::privacy
