#include "privacy/accountant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "privacy/rdp.hpp"
#include "privacy/renyi_conversion.hpp"
#include "privacy/root.hpp"

namespace skald::privacy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string sampling_of(std::span<const Release> releases) {
  std::string text;
  for (const Release& release : releases) {
    std::string scheme(name(release.sampling));
    if (release.round_rate < 1) {
      scheme += release.round_coin == RoundCoin::own ? " in rounds by own coin"
                                                     : " in rounds by shared coin";
    }
    if (text.find(scheme) == std::string::npos) text += (text.empty() ? "" : "+") + scheme;
  }
  return text.empty() ? "none" : text;
}

Guarantee blank(std::span<const Release> releases, Accountant accountant,
                const AccountantOptions& options) {
  check(releases);
  Guarantee guarantee{};
  guarantee.scope = options.scope;
  guarantee.relation = releases.empty() ? Relation::add_remove : releases[0].relation;
  guarantee.sampling = sampling_of(releases);
  guarantee.accountant = accountant;
  return guarantee;
}

double zcdp_rho(std::span<const Release> releases) {
  double rho = 0;
  for (const Release& release : releases) {
    if (is_void(release)) continue;
    if (!is_unsampled(release)) {
      throw std::invalid_argument(
          "zcdp accountant: a sampled release was given, for which it has no bound; use rdp or "
          "pld");
    }
    const double sigma = multiplier_per_distance(release);
    rho += repetitions(release) / (2 * sigma * sigma);
  }
  return rho;
}

std::span<const double> orders_of(const AccountantOptions& options) {
  return options.orders.empty() ? default_orders() : options.orders;
}

void take(Guarantee& guarantee, const RenyiOptimum& optimum) {
  guarantee.order = optimum.order;
  guarantee.order_at_end = optimum.at_the_end;
}

bool any_release(std::span<const Release> plan) {
  return std::any_of(plan.begin(), plan.end(), [](const Release& release) {
    return !is_void(release) && release.noise_multiplier > 0;
  });
}

std::vector<Release> scaled(std::span<const Release> plan, double factor) {
  std::vector<Release> releases(plan.begin(), plan.end());
  for (Release& release : releases) release.noise_multiplier *= factor;
  return releases;
}

Guarantee epsilon_with(std::span<const Release> releases, double delta, Accountant accountant,
                       const AccountantOptions& options, Fourier& fourier) {
  check_budget(0, delta);
  Guarantee guarantee = blank(releases, accountant, options);
  guarantee.delta = delta;
  if (accountant == Accountant::zcdp) {
    guarantee.epsilon = zcdp_epsilon(zcdp_rho(releases), delta);
  } else if (accountant == Accountant::rdp) {
    const RenyiOptimum best =
        renyi_epsilon(orders_of(options), rdp(releases, orders_of(options)), delta);
    guarantee.epsilon = best.value;
    take(guarantee, best);
  } else {
    const PldBound bound = pld_epsilon(releases, delta, options.pld, fourier);
    guarantee.epsilon = bound.high;
    guarantee.epsilon_low = bound.low;
    guarantee.interval = bound.interval;
  }
  return guarantee;
}

}  // namespace

Guarantee epsilon(std::span<const Release> releases, double delta, Accountant accountant,
                  const AccountantOptions& options) {
  Fourier fourier;
  return epsilon_with(releases, delta, accountant, options, fourier);
}

Guarantee delta(std::span<const Release> releases, double epsilon, Accountant accountant,
                const AccountantOptions& options) {
  check_budget(epsilon, 0);
  Guarantee guarantee = blank(releases, accountant, options);
  guarantee.epsilon = epsilon;
  if (accountant == Accountant::zcdp) {
    guarantee.delta = zcdp_delta(zcdp_rho(releases), epsilon);
  } else if (accountant == Accountant::rdp) {
    const RenyiOptimum best =
        renyi_delta(orders_of(options), rdp(releases, orders_of(options)), epsilon);
    guarantee.delta = best.value;
    take(guarantee, best);
  } else {
    Fourier fourier;
    const PldBound bound = pld_delta(releases, epsilon, options.pld, fourier);
    guarantee.delta = bound.high;
    guarantee.delta_low = bound.low;
    guarantee.interval = bound.interval;
  }
  return guarantee;
}

double noise_multiplier(std::span<const Release> plan, Budget budget, Accountant accountant,
                        const AccountantOptions& options) {
  check_budget(budget.epsilon, budget.delta);
  AccountantOptions high_only = options;
  high_only.pld.bracket = false;
  Fourier fourier;
  const auto spent = [&](double factor) {
    return epsilon_with(scaled(plan, factor), budget.delta, accountant, high_only, fourier).epsilon;
  };
  if (budget.delta >= 1 || std::isinf(budget.epsilon)) return 0;
  if (!any_release(plan)) return spent(1) <= budget.epsilon ? 0 : infinity;
  // Of the logarithms, so that the search interpolates a nearly straight line.
  const auto excess = [&](double log_factor) {
    const double now = spent(std::exp(log_factor));
    if (budget.epsilon > 0) return std::log(now / budget.epsilon);
    return now <= 0 ? -1.0 : 1.0;
  };
  constexpr double widest = 80;
  double high = 1;
  while (high < widest && excess(high) > 0) high += 3;
  if (excess(high) > 0) return infinity;
  double low = high - 3;
  while (low > -widest && excess(low) <= 0) low -= 3;
  return std::exp(safe_root(excess, low, high, 1e-7));
}

}  // namespace skald::privacy
