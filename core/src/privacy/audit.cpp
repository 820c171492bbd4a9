#include "privacy/audit.hpp"

#include <Eigen/Cholesky>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "privacy/gaussian.hpp"

namespace skald::privacy {
namespace {

void check(std::int64_t successes, std::int64_t trials, double failure) {
  if (trials >= 1 && successes >= 0 && successes <= trials && failure > 0 && failure < 1) return;
  throw std::invalid_argument(
      "Clopper-Pearson: expected at least 1 trial, 0 to `trials` successes and a failure "
      "probability between 0 and 1");
}

}  // namespace

double proportion_at_least(std::int64_t successes, std::int64_t trials, double failure) {
  check(successes, trials, failure);
  if (successes == 0) return 0;
  const auto k = static_cast<double>(successes), n = static_cast<double>(trials);
  return quantile(boost::math::beta_distribution<>(k, n - k + 1), failure);
}

double proportion_at_most(std::int64_t successes, std::int64_t trials, double failure) {
  return 1 - proportion_at_least(trials - successes, trials, failure);
}

double attack_epsilon(const AttackCounts& counts, double delta, double significance) {
  const double least =
      proportion_at_least(counts.true_positives, counts.runs_with, significance / 2);
  const double most =
      proportion_at_most(counts.false_positives, counts.runs_without, significance / 2);
  return least > delta ? std::max(0.0, std::log((least - delta) / most)) : 0;
}

ShownErrors shown_errors(const AttackCounts& counts, double significance) {
  return {counts, proportion_at_most(counts.false_positives, counts.runs_without, significance / 2),
          proportion_at_most(counts.runs_with - counts.true_positives, counts.runs_with,
                             significance / 2)};
}

double shown_distance(const ShownErrors& errors) {
  if (errors.alarms >= 1 || errors.missed >= 1) return 0;
  static const boost::math::normal_distribution<> normal;
  return std::max(0.0, -quantile(normal, errors.alarms) - quantile(normal, errors.missed));
}

double gaussian_attack_epsilon(const AttackCounts& counts, double delta, double significance) {
  const double mu = shown_distance(shown_errors(counts, significance));
  return mu > 0 ? gaussian_epsilon(1 / mu, delta) : 0;
}

namespace {

constexpr int kHalvings = 60;  // of an interval of at most 100

void check(const OneRunCounts& counts, double significance) {
  const bool in_order = 1 <= counts.guesses && counts.guesses <= counts.canaries &&
                        0 <= counts.correct && counts.correct <= counts.guesses;
  if (in_order && significance > 0 && significance < 1) return;
  throw std::invalid_argument(
      "an audit in one run: expected 0 <= correct <= guesses <= canaries, at least one guess and a "
      "significance between 0 and 1");
}

// The largest x in [0, most] at which `refuted` holds, which is true up to some x; 0 if at none.
// Rounded down.
template <class Refuted>
double largest_refuted(double most, const Refuted& refuted) {
  double low = 0, high = most;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (refuted(middle) ? low : high) = middle;
  }
  return low;
}

// An upper bound on the probability of that many correct guesses under (epsilon, delta).
double chance(const OneRunCounts& counts, double epsilon, double delta) {
  const boost::math::binomial_distribution<> hits(static_cast<double>(counts.guesses),
                                                  1 / (1 + std::exp(-epsilon)));
  const auto at_least = [&hits](std::int64_t v) {
    return v <= 0 ? 1.0 : cdf(complement(hits, static_cast<double>(v - 1)));
  };
  const double beyond = at_least(counts.correct);
  double steepest = 0;
  for (std::int64_t i = 1; delta > 0 && i <= counts.correct; ++i) {
    const double below = at_least(counts.correct - i) - beyond;
    steepest = std::max(steepest, below / static_cast<double>(i));
  }
  return beyond + 2 * static_cast<double>(counts.canaries) * delta * steepest;
}

// Whether two Gaussians mu apart would give so many correct guesses with probability below
// `significance`: the recursion of algorithm 3, where `hits` and `misses` stand for r[i] and h[i].
bool refutes_distance(const OneRunCounts& counts, double mu, double significance) {
  static const boost::math::normal_distribution<> normal;
  const auto shrunk = [mu](double p) {
    if (p <= 0) return 0.0;
    return p >= 1 ? 1.0 : cdf(normal, quantile(normal, p) - mu);
  };
  const auto m = static_cast<double>(counts.canaries), r = static_cast<double>(counts.guesses),
             v = static_cast<double>(counts.correct);
  double hits = significance * v / m, misses = significance * (r - v) / m;
  for (std::int64_t i = counts.correct - 1; i >= 0; --i) {
    const double before = misses;
    misses = std::max(misses, shrunk(hits));
    hits += static_cast<double>(i) / (r - static_cast<double>(i)) * (misses - before);
    if (hits + misses > r / m) return true;
  }
  return hits + misses > r / m;
}

}  // namespace

double one_run_epsilon(const OneRunCounts& counts, double delta, double significance) {
  check(counts, significance);
  return largest_refuted(
      100, [&](double epsilon) { return chance(counts, epsilon, delta) <= significance; });
}

double one_run_distance(const OneRunCounts& counts, double significance) {
  check(counts, significance);
  return largest_refuted(100,
                         [&](double mu) { return refutes_distance(counts, mu, significance); });
}

double one_run_gaussian_epsilon(const OneRunCounts& counts, double delta, double significance) {
  const double mu = one_run_distance(counts, significance);
  return mu > 0 ? gaussian_epsilon(1 / mu, delta) : 0;
}

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Of a variance of about one: what rounding leaves of a quantity that has none.
constexpr double kRidge = 1e-12;
constexpr std::size_t kThresholds = 400;  // tried at most

MatrixXd centred(const MatrixXd& runs) { return runs.colwise() - runs.rowwise().mean(); }

AttackCounts count(const VectorXd& with, const VectorXd& without, double threshold) {
  return {with.size(), (with.array() > threshold).count(), without.size(),
          (without.array() > threshold).count()};
}

// As attack_epsilon(), with either kind of run in the place of the other: the better of both.
double two_sided_epsilon(const ShownErrors& errors, double delta) {
  const auto one = [delta](double missed, double alarms) {
    return 1 - missed > delta ? std::max(0.0, std::log((1 - missed - delta) / alarms)) : 0;
  };
  return std::max(one(errors.missed, errors.alarms), one(errors.alarms, errors.missed));
}

// Thresholds between neighbouring scores, evenly among them.
std::vector<double> thresholds(const VectorXd& with, const VectorXd& without) {
  std::vector<double> scores(with.begin(), with.end());
  scores.insert(scores.end(), without.begin(), without.end());
  std::sort(scores.begin(), scores.end());
  const std::size_t step = std::max<std::size_t>(1, scores.size() / kThresholds);
  std::vector<double> between;
  for (std::size_t i = 1; i < scores.size(); i += step) {
    between.push_back(scores[i - 1] + (scores[i] - scores[i - 1]) / 2);
  }
  return between;
}

}  // namespace

VectorXd discriminant(const SeenRuns& runs) {
  const auto& [with, without] = runs;
  const VectorXd scale =
      with.cwiseAbs().rowwise().maxCoeff().cwiseMax(without.cwiseAbs().rowwise().maxCoeff());
  const VectorXd unit = scale.unaryExpr([](double s) { return s > 0 ? 1 / s : 0.0; });
  const MatrixXd a = unit.asDiagonal() * with, b = unit.asDiagonal() * without;
  const MatrixXd da = centred(a), db = centred(b);
  MatrixXd covariance = (da * da.transpose() + db * db.transpose()) /
                        static_cast<double>(with.cols() + without.cols());
  covariance.diagonal().array() += kRidge;
  const VectorXd apart = a.rowwise().mean() - b.rowwise().mean();
  return unit.asDiagonal() * covariance.ldlt().solve(apart);
}

AttackOutcome attack_linearly(const SeenRuns& runs, double delta, double significance) {
  const Index half = runs.with.cols() / 2;
  if (runs.with.cols() != runs.without.cols() || half < 2) {
    throw std::invalid_argument(
        "an attack: expected as many runs with the unit as without, 4 or more of each");
  }
  const VectorXd weights = discriminant({runs.with.leftCols(half), runs.without.leftCols(half)});
  const VectorXd with = runs.with.transpose() * weights,
                 without = runs.without.transpose() * weights;
  const VectorXd known_with = with.head(half), known_without = without.head(half);
  double best = 0, best_distance = 0, threshold = 0, gaussian_threshold = 0;
  bool is_first = true;
  for (const double t : thresholds(known_with, known_without)) {
    const ShownErrors errors = shown_errors(count(known_with, known_without, t), significance / 2);
    const double epsilon = two_sided_epsilon(errors, delta), apart = shown_distance(errors);
    if (is_first || epsilon > best) threshold = t;
    if (is_first || apart > best_distance) gaussian_threshold = t;
    best = std::max(best, epsilon);
    best_distance = std::max(best_distance, apart);
    is_first = false;
  }
  const VectorXd test_with = with.tail(with.size() - half),
                 test_without = without.tail(without.size() - half);
  AttackOutcome outcome;
  outcome.errors = shown_errors(count(test_with, test_without, threshold), significance / 2);
  outcome.gaussian_errors =
      shown_errors(count(test_with, test_without, gaussian_threshold), significance / 2);
  outcome.epsilon = two_sided_epsilon(outcome.errors, delta);
  outcome.gaussian_epsilon =
      gaussian_attack_epsilon(outcome.gaussian_errors.counts, delta, significance / 2);
  return outcome;
}

}  // namespace skald::privacy
