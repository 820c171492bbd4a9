#include "conformance/kit_run.hpp"

#include <Eigen/Dense>

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kCoordinates = 3, kClasses = 3, kTestRows = 30;
constexpr double kTemp = 2;

const VectorXd& mode() {
  static const VectorXd at = Eigen::Vector3d(1, -0.5, 0.25);
  return at;
}
// The curvature A of the potential 1/2 (theta - mode)' A (theta - mode) + 3.
const MatrixXd& curvature() {
  static const MatrixXd a = (Eigen::Matrix3d() << 2, 0.5, 0, 0.5, 1, -0.25, 0, -0.25, 4).finished();
  return a;
}

// Draws from the posterior; those of different sets are independent.
MatrixXd exact_draws(Index count, std::int64_t set) {
  MatrixXd draws(kCoordinates, count);
  random::PhiloxRandom(7, 0).normal({Role::metric}, set, view(draws));
  const MatrixXd covariance = kTemp * curvature().inverse();
  return (covariance.llt().matrixL() * draws).colwise() + mode();
}

// Class probabilities, classes x test rows, at one parameter column: linear in features that are
// functions of the row.
MatrixXd prediction(const VectorXd& theta) {
  MatrixXd p(kClasses, kTestRows);
  for (Index row = 0; row < kTestRows; ++row) {
    const double x = static_cast<double>(row) / kTestRows - 0.5;
    p.col(row) << theta(0) * x, theta(1) * (0.3 - x), theta(2) * x * x;
    p.col(row) = p.col(row).array().exp();
    p.col(row) /= p.col(row).sum();
  }
  return p;
}

void add_target(observables::RunFacts& facts) {
  facts.temp = kTemp;
  facts.target = oracles::Moments{mode(), kTemp * curvature().inverse()};
  facts.target_draws = [](Index count) { return exact_draws(count, 1); };
  facts.law = oracles::StationaryLaw{
      oracles::Moments{VectorXd::Constant(kCoordinates, 0.1), 1.1 * curvature().inverse()}};
  facts.square_autocovariance = [] {
    return oracles::square_autocovariance(std::vector<oracles::TimeAverageMode>(
        kCoordinates, {.variance = 1, .decay = 0.1, .bias = 0, .held = 0}));
  };
  facts.potential = [](ConstBlock theta, std::span<double> out) {
    for (Index j = 0; j < theta.cols; ++j) {
      const VectorXd e = theta.column(j) - mode();
      out[static_cast<std::size_t>(j)] = 3 + 0.5 * e.dot(curvature() * e);
    }
  };
  facts.score = [](ConstBlock theta, Block out) {
    out.matrix() = -curvature() / kTemp * (theta.matrix().colwise() - mode());
  };
}

void add_reference(observables::RunFacts& facts) {
  facts.reference = prediction(mode());
  facts.reference_draws = exact_draws(300, 2);
  facts.reference_posterior = observables::ReferencePosterior{
      exact_draws(400, 3), KitRun::chains,
      [](ConstBlock theta, Block out) { out.matrix() = theta.matrix(); }};
}

void add_test_rows(observables::RunFacts& facts, Need needs) {
  facts.classes = kClasses;
  if (holds(needs, Need::label_predictions)) {
    facts.truth.resize(kClasses, kTestRows);
    for (Index row = 0; row < kTestRows; ++row) {
      for (Index label = 0; label < kClasses; ++label) {
        facts.truth(label, row) = (row + label) % 3 != 0 && row % 4 != 0;
      }
    }
    return;
  }
  for (std::int32_t row = 0; row < kTestRows; ++row) {
    facts.labels.push_back(row * row % kClasses);
    facts.test_clients.push_back(row % 5 - 1);
  }
}

observables::RunFacts kit_facts(Need needs) {
  observables::RunFacts facts;
  facts.dimension = kCoordinates;
  facts.chains = KitRun::chains;
  facts.thin = 2;
  add_target(facts);
  facts.parameter = exact_draws(1, 4).col(0);
  add_reference(facts);
  add_test_rows(facts, needs);
  return facts;
}

}  // namespace

KitRun::KitRun(Need needs)
    : observables_(needs, kit_facts(needs)),
      costs_{.rounds = 10,
             .bits_up = 960,
             .bits_down = 1920,
             .gradient_evaluations = 4000,
             .normals = 300,
             .eps_spent = 1.5,
             .simulated_seconds = 250},
      draws_(exact_draws(most_draws * chains, 0)) {}

void KitRun::draw_until(Index draws) {
  for (; drawn_ < draws; ++drawn_) {
    const ConstBlock current = ConstBlock(view(draws_)).columns(drawn_ * chains, chains);
    observables_.observe(current);
    if (!observables_.observes_predictions()) continue;
    for (Index j = 0; j < chains; ++j) {
      const MatrixXd p = prediction(current.column(j));
      observables_.observe_prediction(view(p));
    }
  }
}

MatrixXd KitRun::mean_prediction() const { return prediction(observables_.moments().mean()); }

}  // namespace skald::conformance
