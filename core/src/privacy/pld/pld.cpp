#include "privacy/pld/pld.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "privacy/guarantee.hpp"
#include "privacy/numerics.hpp"
#include "privacy/pld/graded_losses.hpp"
#include "privacy/pld/loss_composition.hpp"
#include "privacy/pld/release_losses.hpp"

namespace skald::privacy {
namespace {

constexpr double usual_tail = 1e-9;     // of the tilted law, on each side of the window
constexpr double small_tail = 1e-16;    // the same, where weights enlarge it much
constexpr double most_bins = 2097152;   // of a law or a window
constexpr double largest_single = 600;  // exp() of it must be finite
constexpr double few_bins = 262144;     // windows below it need not be narrowed
constexpr double cheap_bins = 16384;    // of a composition, which never cost much
constexpr double finer = 4;             // times as fine: the lower side, which errs more
constexpr double coarser = 4;           // times as coarse: a first look at a direction

constexpr Cumulants::Window everything{-1e300, 1, 1e300, 1};

// Outcomes that far out (in standard deviations) have probability far below any delta in question.
double reach_of(const CondensedReleases& condensed, const PldQuestion& question) {
  const double log_delta = question.delta ? std::log(*question.delta) : std::log(1e-20);
  return std::clamp(std::sqrt(2 * (11 + std::log1p(condensed.steps) - log_delta)), 8.0, 37.0);
}

// Where atoms end the losses, Chernoff's bound may be best at tilts without end, which say nothing
// of the losses between: returns the least tilt that is nearly as good.
double useful_tilt(const Cumulants& cumulants, const PldQuestion& question, double best) {
  constexpr double nearly = 3;  // of the logarithm of delta
  const double epsilon = question.usual_epsilon(cumulants, best);
  const double least = cumulants(best) - best * epsilon;
  double tilt = best;
  while (tilt > 1 && cumulants(tilt / 2) - tilt / 2 * epsilon - least < nearly) tilt /= 2;
  return tilt;
}

// Near the largest sum that atoms at the ends of losses can make, only a grid that holds them is
// sharp.
bool is_near_top(const CondensedReleases& condensed, double epsilon) {
  const std::optional<double> end = common_end(condensed);
  return end && epsilon > 0.9 * *end * condensed.steps;
}

// Chords between grid points raise the cumulants by at most about count * s (s + 1) h^2 / 12 at
// tilt s, hence epsilon by count * (s + 1) h^2 / 12.
double choose_interval(const CondensedReleases& condensed, const PldQuestion& question,
                       double reach, const PldOptions& options, Fourier& fourier) {
  const std::vector<LossPower> coarse =
      loss_powers(condensed, Direction::remove, Side::above, reach, 0, fourier);
  const Cumulants cumulants(coarse);
  const std::optional<double> end = common_end(condensed);
  const double best = question.tilt(cumulants);
  const double tilt = end ? useful_tilt(cumulants, question, best) : best;
  const double epsilon = question.usual_epsilon(cumulants, tilt);
  const double aim = question.aimed_error(options.relative_error, epsilon, tilt);
  const double wanted = std::sqrt(12 * aim / (condensed.steps * (tilt + 1)));
  const Cumulants::Window window = cumulants.window(tilt, usual_tail);
  const double largest = largest_loss(condensed, reach);
  double most_steps = 1;
  for (const NoisyRelease& release : condensed.sampled) {
    most_steps = std::max(most_steps, static_cast<double>(release.steps));
  }
  const double least = std::max(window.high - window.low, 2 * largest * most_steps) / most_bins;
  const double few = 2 * largest * condensed.steps / cheap_bins;
  const double interval = std::max(least, std::min({wanted, largest / 1000, few}));
  if (!end || *end <= interval) return interval;
  // The last knot holds the atom. Where it rules, the composition is small enough to need no
  // window.
  const bool whole_fits = is_near_top(condensed, epsilon);
  const double whole = whole_fits ? 2.1 * largest * condensed.steps / few_bins : 0;
  return *end * (1 + 1e-15) / std::ceil(*end / std::max(interval, whole));
}

// Bins between the smallest and the largest loss of the composition.
double all_bins(std::span<const LossPower> powers) {
  double bins = 0;
  for (const LossPower& power : powers) {
    bins += power.count * static_cast<double>(power.step.mass.size());
  }
  return bins;
}

// Composes without a window. A few losses may be so unevenly spread that the Chernoff tilt resolves
// only the largest: every tilt gives a bound, and the best one counts.
double compose_all(std::span<const LossPower> powers, double tilt, Side side,
                   const PldQuestion& question, Fourier& fourier) {
  std::vector<double> answers;
  for (const double share : {1.0, 0.1, 0.0}) {
    const ComposedLoss loss(powers, share * tilt, everything, side, fourier);
    answers.push_back(question.answer(loss, side));
    if (question.is_resolved(loss, answers.back())) break;
  }
  return side == Side::above ? *std::min_element(answers.begin(), answers.end())
                             : *std::max_element(answers.begin(), answers.end());
}

double compose(const CondensedReleases& condensed, Direction direction, Side side,
               const PldQuestion& question, double reach, double interval, Fourier& fourier) {
  const std::vector<LossPower> powers =
      loss_powers(condensed, direction, side, reach, interval, fourier);
  const Cumulants cumulants(powers);
  double tilt = narrow_tilt(cumulants, question, usual_tail);
  if (all_bins(powers) <= few_bins) return compose_all(powers, tilt, side, question, fourier);
  double tail = usual_tail;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const ComposedLoss loss(powers, tilt, cumulants.window(tilt, tail), side, fourier);
    const double answer = question.answer(loss, side);
    if (question.is_cut_off(loss, answer)) {
      tilt *= 0.4;
    } else if (tail == usual_tail && !question.is_sharp(loss, answer)) {
      tail = small_tail;  // Chernoff's bound is far off: heavy tails
      if (question.delta) tilt = cumulants.tilt_at_epsilon(answer);
    } else {
      return answer;
    }
  }
  const ComposedLoss loss(powers, 0, cumulants.window(0, small_tail), side, fourier);
  return question.answer(loss, side);
}

// True for a few atoms, of which a uniform grid holds every sum.
bool has_few_sums(const CondensedReleases& condensed) {
  constexpr double few_steps = 1000;
  return condensed.steps <= few_steps && common_end(condensed).has_value();
}

// Many steps, by graded grids and few frequencies; nothing where these do not apply.
std::optional<PldBound> with_few_frequencies(const CondensedReleases& condensed,
                                             const PldQuestion& question, const PldOptions& options,
                                             double reach, Fourier& fourier) {
  if (options.interval > 0 || has_few_sums(condensed)) return std::nullopt;
  const auto composed = [&](Direction direction, double error) {
    return GradedLosses::compose(condensed, direction, question, reach, error);
  };
  std::optional<GradedLosses> worst = composed(Direction::remove, options.relative_error);
  std::optional<double> high = worst ? worst->answer(Side::above, fourier) : std::nullopt;
  if (!high) return std::nullopt;
  if (!is_symmetric(condensed)) {
    // Usually a coarse bound shows that adding a unit is told apart less easily than removing it.
    std::optional<GradedLosses> added =
        composed(Direction::add, coarser * coarser * options.relative_error);
    std::optional<double> other = added ? added->answer(Side::above, fourier) : std::nullopt;
    if (other && *other > *high) {
      added = composed(Direction::add, options.relative_error);
      other = added ? added->answer(Side::above, fourier) : std::nullopt;
    }
    if (!other) return std::nullopt;
    if (*other > *high) {
      high = other;
      worst = std::move(added);
    }
  }
  PldBound bound{0, *high, worst->interval()};
  if (options.bracket) {
    worst->refine(finer);
    const std::optional<double> low = worst->answer(Side::below, fourier);
    if (!low) return std::nullopt;
    bound.low = *low;
  }
  return bound;
}

PldBound numerical(const CondensedReleases& condensed, const PldQuestion& question,
                   const PldOptions& options, Fourier& fourier) {
  const double reach = reach_of(condensed, question);
  const std::optional<PldBound> few =
      with_few_frequencies(condensed, question, options, reach, fourier);
  if (few) return *few;
  const double interval = options.interval > 0
                              ? options.interval
                              : choose_interval(condensed, question, reach, options, fourier);
  const auto value = [&](Direction direction, Side side, double grid) {
    return compose(condensed, direction, side, question, reach, grid, fourier);
  };
  PldBound bound{0, value(Direction::remove, Side::above, interval), interval};
  Direction worst = Direction::remove;
  // Usually a coarse bound shows that adding a unit is told apart less easily than removing it.
  if (!is_symmetric(condensed) &&
      value(Direction::add, Side::above, coarser * interval) > bound.high) {
    const double added = value(Direction::add, Side::above, interval);
    if (added > bound.high) worst = Direction::add;
    bound.high = std::max(bound.high, added);
  }
  if (options.bracket) bound.low = value(worst, Side::below, interval);
  return bound;
}

PldBound bracket(const CondensedReleases& condensed, const PldQuestion& question,
                 PldOptions options, Fourier& fourier) {
  options.bracket = options.bracket && !condensed.any_bound;
  const std::optional<CondensedReleases> less =
      options.bracket ? attained(condensed) : std::nullopt;
  if (!less) return numerical(condensed, question, options, fourier);
  options.bracket = false;
  PldBound bound = numerical(condensed, question, options, fourier);
  options.bracket = true;
  const bool any = !less->sampled.empty() || !less->given.empty();
  if (any) bound.low = numerical(*less, question, options, fourier).low;
  return bound;
}

// A bound on the probability that the unit is ever drawn; if it is not, nothing reveals it.
double ever_drawn(const CondensedReleases& condensed) {
  double probability = condensed.unsampled_mu > 0 || !condensed.given.empty() ? 1 : 0;
  for (const NoisyRelease& release : condensed.sampled) {
    const double rate = release.sampling == Sampling::none ? 1 : release.rate;
    const double rounds = static_cast<double>(release.count) * release.round_rate;
    probability += rounds * std::min(1.0, static_cast<double>(release.steps) * rate);
  }
  return probability;
}

// Never more than `unamplified`, which is certain anyway.
PldBound below(double unamplified, const CondensedReleases& condensed, const PldQuestion& question,
               const PldOptions& options, Fourier& fourier) {
  if (largest_loss(condensed, reach_of(condensed, question)) > largest_single) {
    return {0, unamplified, 0};
  }
  PldBound bound = bracket(condensed, question, options, fourier);
  bound.high = std::min(bound.high, unamplified);
  return bound;
}

PldBound closed_form(const CondensedReleases& condensed, double value) {
  return {condensed.any_bound ? 0 : value, value, 0};
}

void check(const PldOptions& options) {
  if (!(options.interval >= 0 && options.relative_error > 0)) {
    throw std::invalid_argument(
        "pld accountant: the interval must be 0 or more and the relative error above 0");
  }
}

}  // namespace

PldBound pld_epsilon(const CondensedReleases& condensed, double delta, const PldOptions& options,
                     Fourier& fourier) {
  check_budget(0, delta);
  check(options);
  const double unamplified = unamplified_epsilon(condensed, delta);
  if (is_one_gaussian(condensed) || unamplified == 0) return closed_form(condensed, unamplified);
  if (delta == 0) return {std::isinf(unamplified) ? infinity : 0, unamplified, 0};
  if (ever_drawn(condensed) <= delta) return {0, 0, 0};
  return below(unamplified, condensed, {delta, {}}, options, fourier);
}

PldBound pld_delta(const CondensedReleases& condensed, double epsilon, const PldOptions& options,
                   Fourier& fourier) {
  check_budget(epsilon, 0);
  check(options);
  const double unamplified = unamplified_delta(condensed, epsilon);
  if (is_one_gaussian(condensed) || unamplified == 0) return closed_form(condensed, unamplified);
  return below(unamplified, condensed, {{}, epsilon}, options, fourier);
}

double narrow_tilt(const Cumulants& cumulants, const PldQuestion& question, double tail) {
  const double best = question.tilt(cumulants);
  const double epsilon = question.usual_epsilon(cumulants, best);
  const double least_log_weight = cumulants(best) - best * epsilon;
  double chosen = best, least_cost = infinity;
  for (const double share : {1.0, 0.85, 0.7, 0.5}) {
    const double tilt = share * best;
    const Cumulants::Window window = cumulants.window(tilt, tail);
    const double cost = std::log(window.high - window.low) +
                        0.3 * (cumulants(tilt) - tilt * epsilon - least_log_weight);
    if (cost >= least_cost) continue;
    least_cost = cost;
    chosen = tilt;
  }
  return chosen;
}

}  // namespace skald::privacy
