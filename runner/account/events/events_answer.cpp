#include "account/events/events_answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "privacy/events/filters.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "privacy/rdp.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

Accounting accounting_of(const EventsDocument& document, const privacy::Composition& all) {
  if (document.accounting) return *document.accounting;
  return privacy::has_loss_laws(all) ? Accounting::pld : Accounting::rdp;
}

privacy::AccountingOptions options_of(const EventsDocument& document, bool bracket) {
  privacy::AccountingOptions options;
  options.scope = document.scope;
  options.pld.bracket = bracket;
  return options;
}

std::vector<double> odometer_of(const privacy::Composition& all, double delta) {
  const std::vector<double>& orders = privacy::default_orders();
  privacy::UpperBounds total(orders.size());
  std::vector<double> epsilons;
  for (const privacy::Event& event : all.events) {
    const privacy::UpperBounds one = privacy::rdp({all.relation, {event}}, orders);
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += one[i];
    epsilons.push_back(privacy::odometer_epsilon(orders, total, delta));
  }
  return epsilons;
}

// Admits events by a filter whose costs are `cost(event)`, for one of its repetitions.
template <class Cost>
EventStop filtered(const privacy::Composition& all, double capacity, Cost cost) {
  privacy::PrivacyFilter filter(capacity);
  EventStop stop;
  for (std::size_t i = 0; i < all.events.size() && stop.all; ++i) {
    const std::int64_t count = privacy::count_of(all.events[i]);
    if (count == 0) continue;
    stop.event = i;
    stop.admitted = filter.admit(cost(privacy::with_count(all.events[i], 1)), count);
    stop.all = stop.admitted == count;
  }
  stop.spent = capacity > 0 ? filter.spent() / capacity : 1;
  return stop;
}

double divergence_of(const privacy::Composition& all, const privacy::Event& event, double order) {
  const std::vector<double> orders{order};
  return privacy::rdp({all.relation, {event}}, orders).front();
}

EventStop by_gaussian_filter(const privacy::Composition& all, const privacy::Budget& budget) {
  const double mu = privacy::gaussian_capacity(budget);
  EventStop stop = filtered(all, mu * mu, [&](const privacy::Event& event) {
    const double one = *privacy::mu_of({all.relation, {event}});
    return one * one;
  });
  stop.rule = fmt::format("a Gaussian filter of mu {}", text::number_text(mu, 6));
  return stop;
}

EventStop by_renyi_filter(const privacy::Composition& all, const EventBudget& asked) {
  const std::vector<double>& orders = privacy::default_orders();
  double order = asked.order.value_or(0);
  if (order == 0 && !all.events.empty()) {
    const auto first =
        privacy::rdp({all.relation, {privacy::with_count(all.events.front(), 1)}}, orders);
    order = privacy::filter_order(orders, first, asked.budget);
  }
  if (order == 0) order = 2;  // nothing fits at any order
  EventStop stop =
      filtered(all, privacy::renyi_capacity(asked.budget, order),
               [&](const privacy::Event& event) { return divergence_of(all, event, order); });
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
EventStop by_accountant(const EventsDocument& document, const privacy::Composition& all,
                        const privacy::Budget& budget) {
  const privacy::AccountingOptions options = options_of(document, false);
  const Accounting accounting = accounting_of(document, all);
  const auto epsilon = [&](const privacy::Composition& part) {
    return privacy::epsilon(part, budget.delta, accounting, options).epsilon;
  };
  const auto first = [&](std::int64_t events) {
    return privacy::Composition{all.relation, {all.events.begin(), all.events.begin() + events}};
  };
  EventStop stop;
  stop.rule = fmt::format("the accountant {}, as all parameters are fixed beforehand",
                          privacy::name_of(accounting));
  const std::int64_t kinds = std::ssize(all.events);
  const std::int64_t whole =
      largest(kinds, [&](std::int64_t n) { return epsilon(first(n)) <= budget.epsilon; });
  privacy::Composition done = first(whole);
  stop.all = whole == kinds;
  if (!stop.all) {
    stop.event = static_cast<std::size_t>(whole);
    const privacy::Event& last = all.events[stop.event];
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

EventStop stop_of(const EventsDocument& document, const privacy::Composition& all) {
  const EventBudget& asked = *document.budget;
  if (!document.adaptive) return by_accountant(document, all, asked.budget);
  const bool gaussian = privacy::mu_of(all).has_value() && !asked.order;
  return gaussian ? by_gaussian_filter(all, asked.budget) : by_renyi_filter(all, asked);
}

privacy::Guarantee guarantee_of(const EventsDocument& document, const privacy::Composition& all) {
  const privacy::AccountingOptions options = options_of(document, true);
  const Accounting accounting = accounting_of(document, all);
  return document.delta ? privacy::group_epsilon(all, document.group_composition(), document.group,
                                                 *document.delta, accounting, options)
                        : privacy::group_delta(all, document.group_composition(), document.group,
                                               *document.eps, accounting, options);
}

PrivacyCurve curve_of(const EventsDocument& document, const privacy::Composition& all, double top) {
  if (document.adaptive) {
    throw GridError(
        "--curve: parameters depend on outcomes (\"adaptive\"), for which there is one eps and no "
        "curve: leave --curve out\n");
  }
  const privacy::AccountingOptions options = options_of(document, false);
  const Accounting accounting = accounting_of(document, all);
  const std::optional<privacy::Composition> groups = document.group_composition();
  return curve_up_to(top, [&](double epsilon) {
    return privacy::group_delta(all, groups, document.group, epsilon, accounting, options).delta;
  });
}

}  // namespace

EventsAnswer answer(const EventsDocument& document, bool curve) {
  const privacy::Composition all = document.composition();
  EventsAnswer result;
  if (document.group == 1 && !document.adaptive) {
    result.mu = privacy::mu_of(all);
    result.rho = privacy::rho_of(all);
    result.pure = privacy::pure_epsilon_of(all);
  }
  if (document.adaptive) {
    result.odometer = odometer_of(all, *document.delta);
    result.guarantee = privacy::epsilon({all.relation, {}}, *document.delta, Accounting::rdp,
                                        options_of(document, false));
    if (!result.odometer.empty()) result.guarantee.epsilon = result.odometer.back();
  } else {
    result.guarantee = guarantee_of(document, all);
  }
  if (document.budget) result.stop = stop_of(document, all);
  if (curve) result.curve = curve_of(document, all, result.guarantee.epsilon);
  return result;
}

}  // namespace skald
