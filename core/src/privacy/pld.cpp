#include "privacy/pld.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "privacy/budget.hpp"
#include "privacy/infinity.hpp"
#include "privacy/ledger_loss.hpp"
#include "privacy/loss_composition.hpp"

namespace skald::privacy {
namespace {

constexpr double usual_tail = 1e-9;     // of the tilted law on each side of the window
constexpr double small_tail = 1e-16;    // the same where weights enlarge it much
constexpr double most_bins = 2097152;   // of a law or a window
constexpr double largest_single = 600;  // exp() of it must be a number
constexpr double few_bins = 262144;     // windows below it need not be narrowed
constexpr double cheap_bins = 16384;    // of a composition, which never cost much
constexpr double coarser = 4;           // grid that a direction is first compared on
constexpr double least_epsilon = 1e-4;  // below it the aimed error is absolute

constexpr Cumulants::Window everything{-1e300, 1, 1e300, 1};

// What is asked: epsilon at a delta, or delta at an epsilon.
struct Question {
  std::optional<double> delta, epsilon;

  double tilt(const Cumulants& cumulants) const {
    return delta ? cumulants.tilt_at_delta(*delta) : cumulants.tilt_at_epsilon(*epsilon);
  }
  double answer(const ComposedLoss& loss) const {
    return delta ? loss.epsilon(*delta) : loss.delta(*epsilon);
  }
  // True if the answer may be better than the window of `loss` can show.
  bool is_cut_off(const ComposedLoss& loss, double answer) const {
    return loss.lowest() > 0 && loss.lowest() >= (delta ? answer : *epsilon);
  }
  // True if what lies outside the window hardly matters.
  bool is_sharp(const ComposedLoss& loss, double answer) const {
    const double share = loss.outside_delta(delta ? answer : *epsilon) / (delta ? *delta : answer);
    return share < 1e-6;
  }
};

// Outcomes that far out (in standard deviations) have probability far below any delta in question.
double reach_of(const Ledger& ledger, const Question& question) {
  const double log_delta = question.delta ? std::log(*question.delta) : std::log(1e-20);
  return std::clamp(std::sqrt(2 * (25 + std::log1p(ledger.steps) - log_delta)), 8.0, 37.0);
}

// Chords between grid points raise the cumulants by at most about count * s (s + 1) h^2 / 12 at
// tilt s, hence epsilon by count * (s + 1) h^2 / 12.
double choose_interval(const Ledger& ledger, const Question& question, double reach,
                       const PldOptions& options, Fourier& fourier) {
  const std::vector<LossPower> coarse =
      loss_powers(ledger, Direction::remove, Side::above, reach, 0, fourier);
  const Cumulants cumulants(coarse);
  const double tilt = question.tilt(cumulants);
  const double epsilon =
      question.delta ? (cumulants(tilt) - std::log(*question.delta)) / tilt : *question.epsilon;
  const double aim = options.relative_error * std::max(epsilon, least_epsilon);
  const double wanted = std::sqrt(12 * aim / (ledger.steps * (tilt + 1)));
  const Cumulants::Window window = cumulants.window(tilt, usual_tail);
  const double largest = largest_loss(ledger, reach);
  double most_steps = 1;
  for (const Release& release : ledger.sampled) {
    most_steps = std::max(most_steps, static_cast<double>(release.steps));
  }
  const double least = std::max(window.high - window.low, 2 * largest * most_steps) / most_bins;
  const double few = 2 * largest * ledger.steps / cheap_bins;
  return std::max(least, std::min({wanted, largest / 1000, few}));
}

// The Chernoff tilt, or a smaller one where that narrows the window much and costs little: where
// rare large losses begin to dominate the tilted law, a slightly smaller tilt still leaves them
// out.
double narrow_tilt(const Cumulants& cumulants, const Question& question) {
  const double best = question.tilt(cumulants);
  const double epsilon =
      question.delta ? (cumulants(best) - std::log(*question.delta)) / best : *question.epsilon;
  const double least_log_weight = cumulants(best) - best * epsilon;
  double chosen = best, least_cost = infinity;
  for (const double share : {1.0, 0.85, 0.7}) {
    const double tilt = share * best;
    const Cumulants::Window window = cumulants.window(tilt, usual_tail);
    const double cost = std::log(window.high - window.low) +
                        0.3 * (cumulants(tilt) - tilt * epsilon - least_log_weight);
    if (cost >= least_cost) continue;
    least_cost = cost;
    chosen = tilt;
  }
  return chosen;
}

// Bins between the smallest and the largest loss of the composition.
double all_bins(std::span<const LossPower> powers) {
  double bins = 0;
  for (const LossPower& power : powers) {
    bins += power.count * static_cast<double>(power.step.mass.size());
  }
  return bins;
}

// Without a window. Few losses may be so unevenly spread that the Chernoff tilt resolves only the
// largest: every tilt gives a bound, the best of them counts.
double compose_all(std::span<const LossPower> powers, double tilt, Side side,
                   const Question& question, Fourier& fourier) {
  std::vector<double> answers;
  for (const double share : {1.0, 0.1, 0.0}) {
    answers.push_back(
        question.answer(ComposedLoss(powers, share * tilt, everything, side, fourier)));
  }
  return side == Side::above ? *std::min_element(answers.begin(), answers.end())
                             : *std::max_element(answers.begin(), answers.end());
}

double compose(const Ledger& ledger, Direction direction, Side side, const Question& question,
               double reach, double interval, Fourier& fourier) {
  const std::vector<LossPower> powers =
      loss_powers(ledger, direction, side, reach, interval, fourier);
  const Cumulants cumulants(powers);
  double tilt = narrow_tilt(cumulants, question);
  if (all_bins(powers) <= few_bins) return compose_all(powers, tilt, side, question, fourier);
  double tail = usual_tail;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const ComposedLoss loss(powers, tilt, cumulants.window(tilt, tail), side, fourier);
    const double answer = question.answer(loss);
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
  return question.answer(loss);
}

PldBound numerical(const Ledger& ledger, const Question& question, const PldOptions& options,
                   Fourier& fourier) {
  const double reach = reach_of(ledger, question);
  const double interval = options.interval > 0
                              ? options.interval
                              : choose_interval(ledger, question, reach, options, fourier);
  const auto value = [&](Direction direction, Side side, double grid) {
    return compose(ledger, direction, side, question, reach, grid, fourier);
  };
  PldBound bound{0, value(Direction::remove, Side::above, interval), interval};
  Direction worst = Direction::remove;
  // Usually a coarse bound shows that adding a unit is told apart less easily than removing it.
  if (!is_symmetric(ledger) &&
      value(Direction::add, Side::above, coarser * interval) > bound.high) {
    const double added = value(Direction::add, Side::above, interval);
    if (added > bound.high) worst = Direction::add;
    bound.high = std::max(bound.high, added);
  }
  if (options.bracket) bound.low = value(worst, Side::below, interval);
  return bound;
}

void check(const PldOptions& options) {
  if (!(options.interval >= 0 && options.relative_error > 0)) {
    throw std::invalid_argument(
        "pld accountant: the interval must be 0 or more and the relative error above 0");
  }
}

}  // namespace

PldBound pld_epsilon(std::span<const Release> releases, double delta, const PldOptions& options,
                     Fourier& fourier) {
  check_budget(0, delta);
  const Ledger ledger = make_ledger(releases);
  check(options);
  const double unamplified = unamplified_epsilon(ledger, delta);
  if (ledger.sampled.empty() || unamplified == 0) return {unamplified, unamplified, 0};
  if (delta == 0) return {infinity, infinity, 0};
  const Question question{delta, {}};
  if (largest_loss(ledger, reach_of(ledger, question)) > largest_single) {
    return {0, unamplified, 0};
  }
  PldBound bound = numerical(ledger, question, options, fourier);
  bound.high = std::min(bound.high, unamplified);
  return bound;
}

PldBound pld_delta(std::span<const Release> releases, double epsilon, const PldOptions& options,
                   Fourier& fourier) {
  check_budget(epsilon, 0);
  const Ledger ledger = make_ledger(releases);
  check(options);
  const double unamplified = unamplified_delta(ledger, epsilon);
  if (ledger.sampled.empty() || unamplified == 0) return {unamplified, unamplified, 0};
  const Question question{{}, epsilon};
  if (largest_loss(ledger, reach_of(ledger, question)) > largest_single) {
    return {0, unamplified, 0};
  }
  PldBound bound = numerical(ledger, question, options, fourier);
  bound.high = std::min(bound.high, unamplified);
  return bound;
}

}  // namespace skald::privacy
