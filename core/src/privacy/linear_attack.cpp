#include "privacy/linear_attack.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace skald::privacy {
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
