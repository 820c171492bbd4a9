#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "given_observables.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kMean = 2, kVariance = 9;  // of the target's first coordinate

GivenObservables given(const MatrixXd& draws) {
  GivenObservables given;
  given.thinned = draws;
  given.target_mean = MatrixXd::Constant(draws.rows(), 1, kMean);
  given.target_covariance = kVariance * MatrixXd::Identity(draws.rows(), draws.rows());
  return given;
}

double score(const MatrixXd& draws, double level, std::int64_t coordinate = 0) {
  return value_of("metric/quantile_log_score",
                  {{"level", level}, {"coordinate", static_cast<int>(coordinate)}}, given(draws));
}
double score_at(double draw, double level) { return score(MatrixXd::Constant(1, 1, draw), level); }

double normal_probability(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// min over s of -E log f(Y | q, s), where f is the asymmetric Laplace density and Y has the
// target's law. The integral is computed by the trapezoidal rule on both sides of its kink (error
// of the order of the squared step, 1e-8), the minimum by golden section.
double negative_log_score(double q, double level) {
  const auto density = [](double y) {
    return std::exp(-(y - kMean) * (y - kMean) / (2 * kVariance)) /
           std::sqrt(2 * std::numbers::pi * kVariance);
  };
  const auto side = [&](double end, double slope) {
    constexpr int steps = 200000;
    const double h = (end - q) / steps;
    double sum = 0;
    for (int i = 1; i <= steps; ++i) {
      const double y = q + h * i;
      sum += (i == steps ? 0.5 : 1.0) * slope * (y - q) * density(y);
    }
    return sum * h;
  };
  const double loss = side(kMean + 36, level) - side(kMean - 36, level - 1);
  const auto at_scale = [&](double log_s) {
    return loss / std::exp(log_s) + log_s - std::log(level * (1 - level));
  };
  double low = -10, high = 10;
  while (high - low > 1e-9) {
    const double third = (high - low) / 3;
    (at_scale(low + third) < at_scale(high - third) ? high : low) +=
        at_scale(low + third) < at_scale(high - third) ? -third : third;
  }
  return at_scale(low);
}

}  // namespace

TEST_CASE("the log score of a quantile is that of the asymmetric Laplace law, in excess") {
  // Quantiles of the standard normal law.
  for (const auto& [level, z] :
       {std::pair{0.95, 1.6448536269514722}, {0.5, 0.0}, {0.01, -2.3263478740408408}}) {
    const double least = negative_log_score(kMean + 3 * z, level);
    for (const double q : {-8.0, 0.0, 2.5, 9.0}) {
      CHECK(score_at(q, level) == Approx(negative_log_score(q, level) - least).epsilon(1e-6));
    }
  }
}

TEST_CASE("the log score of the target's own quantile is zero, and of others above") {
  const double q = kMean + 3 * 1.6448536269514722;
  CHECK(std::abs(score_at(q, 0.95)) < 1e-14);
  CHECK(score_at(q + 0.01, 0.95) > 0);
  CHECK(score_at(q - 0.01, 0.95) > 0);
}

TEST_CASE("the quantile is the least draw that a share `level` does not exceed") {
  MatrixXd draws(2, 5);
  draws << 7, 7, 7, 7, 7, 5, 1, 3, 2, 4;
  for (const auto& [level, q] : {std::pair{0.1, 1.0},
                                 {0.2, 1.0},
                                 {0.21, 2.0},
                                 {0.5, 3.0},
                                 {0.6, 3.0},
                                 {0.8, 4.0},
                                 {0.99, 5.0}}) {
    CHECK(score(draws, level, 1) == score_at(q, level));
    CHECK(score(draws, level, 0) == score_at(7, level));
  }
}

TEST_CASE("the log score of exact draws is as small as their number allows") {
  // By Dvoretzky, Kiefer, Wolfowitz and Massart, the share of draws below a point differs from its
  // probability by more than `gap` with probability at most 2 exp(-2 n gap^2) = 2e-9. The quantile
  // is therefore between those of the levels 1/2 - gap and 1/2 + gap.
  constexpr Index n = 4096;
  const double gap = std::sqrt(std::log(1e9) / (2 * n));
  double low = kMean - 3, high = kMean + 3;
  while (normal_probability((low - kMean) / 3) < 0.5 - gap) low += 1e-4;
  while (normal_probability((high - kMean) / 3) > 0.5 + gap) high -= 1e-4;
  const double most = std::max(score_at(low - 1e-4, 0.5), score_at(high + 1e-4, 0.5));
  const MatrixXd draws = (3 * normal_draws(1, 1, n)).array() + kMean;
  CHECK(score(draws, 0.5) <= most);
  CHECK(score(draws.array() + 1, 0.5) > most);
}

TEST_CASE("the log score of a quantile has no value without draws, nor where one is not finite") {
  CHECK(std::isnan(score(MatrixXd(1, 0), 0.5)));
  CHECK(std::isnan(score_at(std::numeric_limits<double>::infinity(), 0.5)));
}

TEST_CASE("the log score of a quantile refuses a coordinate that is not there") {
  CHECK_THROWS_WITH(score(MatrixXd::Zero(3, 2), 0.5, 3),
                    Catch::Contains("coordinate is 3") && Catch::Contains("dimension 3"));
}
