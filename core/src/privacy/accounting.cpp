#include "privacy/accounting.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "privacy/closed_form.hpp"
#include "privacy/numerics.hpp"
#include "privacy/rdp.hpp"
#include "privacy/renyi_conversion.hpp"

namespace skald::privacy {
namespace {

std::string sampling_of(std::span<const NoisyRelease> releases) {
  std::string text;
  for (const NoisyRelease& release : releases) {
    std::string scheme(name_of(release.sampling));
    if (release.round_rate < 1) {
      scheme += release.round_coin == RoundCoin::own ? " in sampled rounds (a coin per unit)"
                                                     : " in sampled rounds (a shared coin)";
    }
    if (text.find(scheme) == std::string::npos) text += (text.empty() ? "" : "+") + scheme;
  }
  return text.empty() ? "none" : text;
}

Guarantee blank(std::span<const NoisyRelease> releases, Accounting accounting,
                const AccountingOptions& options) {
  check(releases);
  Guarantee guarantee{};
  guarantee.scope = options.scope;
  guarantee.relation = releases.empty() ? Relation::add_remove : releases[0].relation;
  guarantee.sampling = sampling_of(releases);
  guarantee.accounting = accounting;
  return guarantee;
}

double zcdp_rho(std::span<const NoisyRelease> releases) {
  double rho = 0;
  for (const NoisyRelease& release : releases) {
    if (is_void(release)) continue;
    if (!is_unsampled(release) || release.noise != Noise::gaussian) {
      throw std::invalid_argument(
          "zcdp accountant: it covers only Gaussian noise without sampling; use rdp or pld");
    }
    const double sigma = multiplier_per_distance(release);
    rho += repetitions(release) / (2 * sigma * sigma);
  }
  return rho;
}

std::span<const double> orders_of(const AccountingOptions& options) {
  return options.orders.empty() ? default_orders() : options.orders;
}

void take(Guarantee& guarantee, const RenyiOptimum& optimum) {
  guarantee.order = optimum.order;
  guarantee.order_at_end = optimum.at_the_end;
}

bool any_release(std::span<const NoisyRelease> plan) {
  return std::any_of(plan.begin(), plan.end(), [](const NoisyRelease& release) {
    return !is_void(release) && release.noise_multiplier > 0;
  });
}

bool has_closed_form(std::span<const NoisyRelease> releases, Accounting accounting) {
  return accounting == Accounting::pld && is_one_sample(releases);
}

std::vector<NoisyRelease> scaled(std::span<const NoisyRelease> plan, double factor) {
  std::vector<NoisyRelease> releases(plan.begin(), plan.end());
  for (NoisyRelease& release : releases) release.noise_multiplier *= factor;
  return releases;
}

// Where to look first, and the first step from there.
struct Guess {
  double high, step;
};

// Where a decreasing function changes sign; `high` is infinite if it does not.
template <class F>
Bracket bracket_root(F f, Guess guess) {
  constexpr double widest = 80;
  Bracket around{guess.high, guess.high, f(guess.high), 0};
  around.at_high = around.at_low;
  double step = guess.step;
  while (around.at_high > 0) {
    if (around.high >= widest) return {around.high, infinity, around.at_high, 0};
    around.low = std::exchange(around.high, around.high + step);
    around.at_low = std::exchange(around.at_high, f(around.high));
    step *= 2;
  }
  while (around.at_low <= 0 && around.low > -widest) {
    around.high = std::exchange(around.low, around.low - step);
    around.at_high = std::exchange(around.at_low, f(around.low));
    step *= 2;
  }
  return around;
}

// Poisson samples in place of balls in bins, which need about as much noise.
std::vector<NoisyRelease> by_poisson(std::span<const NoisyRelease> plan) {
  std::vector<NoisyRelease> like(plan.begin(), plan.end());
  for (NoisyRelease& release : like) {
    if (!is_epoch(release)) continue;
    release.sampling = Sampling::poisson;
    release.steps *= bins_of(release);
    release.rate *= static_cast<double>(std::exchange(release.draws, 1));
  }
  return like;
}

// A guess of the logarithm of the factor: from the Renyi accountant, which is quick on a few orders
// and needs a little more noise than the exact one.
Guess first_guess(std::span<const NoisyRelease> exact, Budget budget, Accounting accounting) {
  const std::vector<NoisyRelease> plan = by_poisson(exact);
  if (accounting != Accounting::pld || !have_renyi_bounds(plan) || budget.delta == 0) return {1, 3};
  AccountingOptions few;
  few.orders = {1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 128};
  const double factor = noise_multiplier(plan, budget, Accounting::rdp, few);
  if (!(factor > 0 && std::isfinite(factor))) return {1, 3};
  return {std::log(factor), 0.1};
}

// The root of a decreasing function that is nearly straight, of which `slope` is the slope about
// the guess `x`: a point with f <= 0, within two tolerances. Nothing if it is not that straight.
template <class F>
std::optional<double> straight_root(F f, double x, double slope, double tolerance) {
  double value = f(x);
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (value <= 0 && value >= 2 * slope * tolerance) return x;
    if (!(slope < 0 && std::isfinite(value))) return std::nullopt;
    const double next = x - value / slope + tolerance, found = f(next);
    if (std::abs(next - x) > 100 * tolerance) slope = (found - value) / (next - x);
    x = next;
    value = found;
  }
  return std::nullopt;
}

ComposedLosses losses_of(std::span<const NoisyRelease> releases) {
  return {[releases](std::span<const double> orders) { return rdp(releases, orders); },
          [releases] { return condense(releases); }, pure_epsilon(releases)};
}

Guarantee epsilon_with(std::span<const NoisyRelease> releases, double delta, Accounting accounting,
                       const AccountingOptions& options, Fourier& fourier) {
  check_budget(0, delta);
  Guarantee guarantee = blank(releases, accounting, options);
  guarantee.delta = delta;
  if (accounting == Accounting::zcdp) {
    guarantee.epsilon = zcdp_epsilon(zcdp_rho(releases), delta);
  } else if (has_closed_form(releases, accounting)) {
    guarantee.epsilon = guarantee.epsilon_low = one_sample_epsilon(releases, delta);
  } else if (accounting == Accounting::classical) {
    guarantee.epsilon = classical_epsilon(releases, delta);
  } else {
    certify_epsilon(guarantee, losses_of(releases), options, fourier);
    if (accounting == Accounting::pld && have_renyi_bounds(releases)) {
      // Sharper where noise is too small to resolve its losses.
      const std::span<const double> orders = orders_of(options);
      guarantee.epsilon =
          std::min(guarantee.epsilon, renyi_epsilon(orders, rdp(releases, orders), delta).value);
    }
  }
  return guarantee;
}

}  // namespace

void certify_epsilon(Guarantee& guarantee, const ComposedLosses& losses,
                     const AccountingOptions& options, Fourier& fourier) {
  if (guarantee.accounting == Accounting::rdp) {
    const std::span<const double> orders = orders_of(options);
    const RenyiOptimum best = renyi_epsilon(orders, losses.divergences(orders), guarantee.delta);
    guarantee.epsilon = best.value;
    take(guarantee, best);
  } else {
    const PldBound bound = pld_epsilon(losses.laws(), guarantee.delta, options.pld, fourier);
    guarantee.epsilon = bound.high;
    guarantee.epsilon_low = bound.low;
    guarantee.interval = bound.interval;
  }
  if (losses.pure >= guarantee.epsilon) return;
  guarantee.epsilon = losses.pure;
  guarantee.epsilon_low = std::min(guarantee.epsilon_low, losses.pure);
  guarantee.order = 0;
  guarantee.order_at_end = false;
}

void certify_delta(Guarantee& guarantee, const ComposedLosses& losses,
                   const AccountingOptions& options) {
  if (guarantee.accounting == Accounting::rdp) {
    const std::span<const double> orders = orders_of(options);
    const RenyiOptimum best = renyi_delta(orders, losses.divergences(orders), guarantee.epsilon);
    guarantee.delta = best.value;
    take(guarantee, best);
  } else {
    Fourier fourier;
    const PldBound bound = pld_delta(losses.laws(), guarantee.epsilon, options.pld, fourier);
    guarantee.delta = bound.high;
    guarantee.delta_low = bound.low;
    guarantee.interval = bound.interval;
  }
  if (losses.pure <= guarantee.epsilon) guarantee.delta = guarantee.delta_low = 0;
}

Guarantee epsilon(std::span<const NoisyRelease> releases, double delta, Accounting accounting,
                  const AccountingOptions& options) {
  Fourier fourier;
  return epsilon_with(releases, delta, accounting, options, fourier);
}

Guarantee delta(std::span<const NoisyRelease> releases, double epsilon, Accounting accounting,
                const AccountingOptions& options) {
  check_budget(epsilon, 0);
  Guarantee guarantee = blank(releases, accounting, options);
  guarantee.epsilon = epsilon;
  if (accounting == Accounting::zcdp) {
    guarantee.delta = zcdp_delta(zcdp_rho(releases), epsilon);
  } else if (has_closed_form(releases, accounting)) {
    guarantee.delta = guarantee.delta_low = one_sample_delta(releases, epsilon);
  } else if (accounting == Accounting::classical) {
    throw std::invalid_argument(
        "classical accountant: it gives epsilon at a delta, but not delta at an epsilon; use "
        "another accountant");
  } else {
    certify_delta(guarantee, losses_of(releases), options);
    if (accounting == Accounting::pld && have_renyi_bounds(releases)) {
      const std::span<const double> orders = orders_of(options);
      guarantee.delta =
          std::min(guarantee.delta, renyi_delta(orders, rdp(releases, orders), epsilon).value);
    }
  }
  return guarantee;
}

namespace {

// Where no order of the grid states an epsilon within the budget, noise has to be so large that
// none is needed: total variation alone is below delta.
void require_orders(const Guarantee& stated, Budget budget) {
  if (stated.accounting != Accounting::rdp || stated.epsilon > 0) return;
  if (budget.epsilon == 0 || budget.delta == 0) return;
  const double last = default_orders().back();
  const double least =
      std::log1p(-1 / last) - (std::log(budget.delta) + std::log(last)) / (last - 1);
  if (!(budget.epsilon < least)) return;
  std::ostringstream why;
  why << "rdp accountant: its orders end at " << last << ", where every eps at delta "
      << budget.delta << " is above " << least << ", but the budget is " << budget.epsilon
      << ": use pld";
  throw std::invalid_argument(why.str());
}

}  // namespace

double noise_multiplier(std::span<const NoisyRelease> plan, Budget budget, Accounting accounting,
                        const AccountingOptions& options) {
  check_budget(budget.epsilon, budget.delta);
  constexpr double tolerance = 1e-7, nearly = 1e-3;  // of the logarithm
  constexpr double coarser = 50;
  Fourier fourier;
  const auto spent = [&](double factor, double errors) {
    AccountingOptions high_only = options;
    high_only.pld.bracket = false;
    high_only.pld.relative_error *= errors;
    return epsilon_with(scaled(plan, factor), budget.delta, accounting, high_only, fourier).epsilon;
  };
  if (budget.delta >= 1 || std::isinf(budget.epsilon)) return 0;
  if (!any_release(plan)) return spent(1, 1) <= budget.epsilon ? 0 : infinity;
  // As a function of logarithms, so that the search interpolates a nearly straight line.
  const auto excess = [&](double log_factor, double errors) {
    const double now = spent(std::exp(log_factor), errors);
    if (budget.epsilon > 0) return std::log(now / budget.epsilon);
    return now <= 0 ? -1.0 : 1.0;
  };
  // The least factor, from the one found on, of which the account that is stated, with its bracket,
  // is within the budget.
  const auto accepted = [&](double log_factor) {
    for (double step = tolerance; std::isfinite(log_factor); log_factor += step, step *= 2) {
      const double factor = std::exp(log_factor);
      const Guarantee stated =
          epsilon_with(scaled(plan, factor), budget.delta, accounting, options, fourier);
      if (!(stated.epsilon <= budget.epsilon) && std::isfinite(factor)) continue;
      if (options.orders.empty()) require_orders(stated, budget);
      return factor;
    }
    return infinity;
  };
  if (accounting == Accounting::classical) {
    const double factor = classical_factor(plan, budget);
    return factor > 0 ? accepted(std::log(factor)) : factor;
  }
  const Guess guess = first_guess(plan, budget, accounting);
  const auto fine = [&](double log_factor) { return excess(log_factor, 1); };
  if (accounting == Accounting::pld && budget.epsilon > 0) {
    const auto coarse = [&](double log_factor) { return excess(log_factor, coarser); };
    const Bracket around = bracket_root(coarse, guess);
    const double slope = (around.at_high - around.at_low) / (around.high - around.low);
    const double near = safe_root(coarse, around, nearly);
    const std::optional<double> root = straight_root(fine, near, slope, tolerance);
    if (root) return accepted(*root);
  }
  return accepted(safe_root(fine, bracket_root(fine, guess), tolerance));
}

}  // namespace skald::privacy
