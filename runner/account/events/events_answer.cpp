#include "account/events/events_answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "privacy/gaussian.hpp"
#include "privacy/infinity.hpp"
#include "privacy/ledger/filters.hpp"
#include "privacy/rdp.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

Accounting accounting_of(const EventsDocument& document, const privacy::Ledger& ledger) {
  if (document.accounting) return *document.accounting;
  return privacy::has_loss_laws(ledger) ? Accounting::pld : Accounting::rdp;
}

privacy::AccountingOptions options_of(const EventsDocument& document, bool bracket) {
  privacy::AccountingOptions options;
  options.scope = document.scope;
  options.pld.bracket = bracket;
  return options;
}

std::vector<double> odometer_of(const privacy::Ledger& ledger, double delta) {
  const std::vector<double>& orders = privacy::default_orders();
  privacy::UpperBounds total(orders.size());
  std::vector<double> epsilons;
  for (const privacy::LedgerEvent& event : ledger.events) {
    const privacy::UpperBounds one = privacy::ledger_rdp({ledger.relation, {event}}, orders);
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += one[i];
    epsilons.push_back(privacy::odometer_epsilon(orders, total, delta));
  }
  return epsilons;
}

// Admits events by a filter whose costs are `cost(event)`, for one of its repetitions.
template <class Cost>
EventStop filtered(const privacy::Ledger& ledger, double capacity, Cost cost) {
  privacy::PrivacyFilter filter(capacity);
  EventStop stop;
  for (std::size_t i = 0; i < ledger.events.size() && stop.all; ++i) {
    const std::int64_t count = privacy::count_of(ledger.events[i]);
    if (count == 0) continue;
    stop.event = i;
    stop.admitted = filter.admit(cost(privacy::with_count(ledger.events[i], 1)), count);
    stop.all = stop.admitted == count;
  }
  stop.spent = capacity > 0 ? filter.spent() / capacity : 1;
  return stop;
}

double divergence_of(const privacy::Ledger& ledger, const privacy::LedgerEvent& event,
                     double order) {
  const std::vector<double> orders{order};
  return privacy::ledger_rdp({ledger.relation, {event}}, orders).front();
}

EventStop by_gaussian_filter(const privacy::Ledger& ledger, const privacy::Budget& budget) {
  const double mu = privacy::gaussian_capacity(budget);
  EventStop stop = filtered(ledger, mu * mu, [&](const privacy::LedgerEvent& event) {
    const double one = *privacy::ledger_mu({ledger.relation, {event}});
    return one * one;
  });
  stop.rule = fmt::format("a Gaussian filter of mu {}", text::number_text(mu, 6));
  return stop;
}

EventStop by_renyi_filter(const privacy::Ledger& ledger, const EventBudget& asked) {
  const std::vector<double>& orders = privacy::default_orders();
  double order = asked.order.value_or(0);
  if (order == 0 && !ledger.events.empty()) {
    const auto first = privacy::ledger_rdp(
        {ledger.relation, {privacy::with_count(ledger.events.front(), 1)}}, orders);
    order = privacy::filter_order(orders, first, asked.budget);
  }
  if (order == 0) order = 2;  // nothing fits at any order
  EventStop stop = filtered(
      ledger, privacy::renyi_capacity(asked.budget, order),
      [&](const privacy::LedgerEvent& event) { return divergence_of(ledger, event, order); });
  stop.rule = fmt::format("a Renyi filter of order {}", text::number_text(order, 6));
  return stop;
}

// The largest n in [0, most] that holds, where what holds for n holds for less.
template <class Holds>
std::int64_t largest(std::int64_t most, Holds holds) {
  if (holds(most)) return most;
  std::int64_t low = 0, high = most;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

// For parameters that are fixed beforehand: how much of the sequence is within the budget.
EventStop by_accountant(const EventsDocument& document, const privacy::Ledger& ledger,
                        const privacy::Budget& budget) {
  const privacy::AccountingOptions options = options_of(document, false);
  const Accounting accounting = accounting_of(document, ledger);
  const auto epsilon = [&](const privacy::Ledger& part) {
    return privacy::ledger_epsilon(part, budget.delta, accounting, options).epsilon;
  };
  const auto first = [&](std::int64_t events) {
    return privacy::Ledger{ledger.relation,
                           {ledger.events.begin(), ledger.events.begin() + events}};
  };
  EventStop stop;
  stop.rule = fmt::format("the accountant {}, as all parameters are fixed beforehand",
                          privacy::name_of(accounting));
  const auto all = static_cast<std::int64_t>(ledger.events.size());
  const std::int64_t whole =
      largest(all, [&](std::int64_t n) { return epsilon(first(n)) <= budget.epsilon; });
  privacy::Ledger done = first(whole);
  stop.all = whole == all;
  if (!stop.all) {
    stop.event = static_cast<std::size_t>(whole);
    const privacy::LedgerEvent& last = ledger.events[stop.event];
    done.events.push_back(last);
    stop.admitted = largest(privacy::count_of(last), [&](std::int64_t n) {
      if (n == 0) return true;
      done.events.back() = privacy::with_count(last, n);
      return epsilon(done) <= budget.epsilon;
    });
    done.events.back() = privacy::with_count(last, stop.admitted);
  }
  stop.spent = budget.epsilon > 0 ? epsilon(done) / budget.epsilon : 1;
  return stop;
}

EventStop stop_of(const EventsDocument& document, const privacy::Ledger& ledger) {
  const EventBudget& asked = *document.budget;
  if (!document.adaptive) return by_accountant(document, ledger, asked.budget);
  const bool gaussian = privacy::ledger_mu(ledger).has_value() && !asked.order;
  return gaussian ? by_gaussian_filter(ledger, asked.budget) : by_renyi_filter(ledger, asked);
}

privacy::Guarantee guarantee_of(const EventsDocument& document, const privacy::Ledger& ledger) {
  const privacy::AccountingOptions options = options_of(document, true);
  const Accounting accounting = accounting_of(document, ledger);
  return document.delta
             ? privacy::group_epsilon(ledger, document.group, *document.delta, accounting, options)
             : privacy::group_delta(ledger, document.group, *document.eps, accounting, options);
}

PrivacyCurve curve_of(const EventsDocument& document, const privacy::Ledger& ledger, double top) {
  if (document.adaptive) {
    throw GridError(
        "--curve: parameters depend on outcomes (\"adaptive\"), for which there is one eps and no "
        "curve: leave --curve out\n");
  }
  const privacy::AccountingOptions options = options_of(document, false);
  const Accounting accounting = accounting_of(document, ledger);
  PrivacyCurve curve;
  if (!std::isfinite(top)) return curve;
  for (const double epsilon : curve_epsilons(top)) {
    const privacy::Guarantee at =
        privacy::group_delta(ledger, document.group, epsilon, accounting, options);
    curve.points.push_back({epsilon, at.delta});
  }
  curve.trade_off = trade_off_of(curve.points);
  return curve;
}

}  // namespace

EventsAnswer answer(const EventsDocument& document, bool curve) {
  const privacy::Ledger ledger = document.ledger();
  EventsAnswer result;
  if (document.group == 1 && !document.adaptive) {
    result.mu = privacy::ledger_mu(ledger);
    result.rho = privacy::ledger_rho(ledger);
    result.pure = privacy::ledger_pure(ledger);
  }
  if (document.adaptive) {
    result.odometer = odometer_of(ledger, *document.delta);
    result.guarantee = privacy::ledger_epsilon({ledger.relation, {}}, *document.delta,
                                               Accounting::rdp, options_of(document, false));
    if (!result.odometer.empty()) result.guarantee.epsilon = result.odometer.back();
  } else {
    result.guarantee = guarantee_of(document, ledger);
  }
  if (document.budget) result.stop = stop_of(document, ledger);
  if (curve) result.curve = curve_of(document, ledger, result.guarantee.epsilon);
  return result;
}

}  // namespace skald
