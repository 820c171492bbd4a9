#include "skald/parts/metrics/effective_sample_size.hpp"
#include "ar1.hpp"
#include "oracles/time_average.hpp"
#include "test.hpp"

using Eigen::Index;

namespace {

constexpr double coefficient = 0.9;
constexpr Index draws = 100000;
constexpr Index chains = 4;
constexpr double total = static_cast<double>(draws * chains);

}  // namespace

TEST_CASE("autocorrelation ESS of an AR(1) is n (1 - a) / (1 + a)") {
  // The summed autocorrelation has relative variance about 2 (2 M + 1) / n for a window of M lags
  // (Sokal); Geyer's window stays below 15 correlation times, M = 150: standard deviation 0.039.
  const MatrixXd x = ar1(coefficient, draws, chains, 2);
  const double expected = total * (1 - coefficient) / (1 + coefficient);
  CHECK(skald::autocorrelation_ess(x) == Approx(expected).epsilon(5 * 0.039));
  CHECK(skald::monte_carlo_error(x) == Approx(1 / std::sqrt(expected)).epsilon(3 * 0.039));
}

TEST_CASE("an antithetic AR(1) is worth more than its draws") {
  const MatrixXd x = ar1(-0.5, 20000, 2, 3);
  CHECK(skald::autocorrelation_ess(x) == Approx(40000 * 3).epsilon(0.2));
}

TEST_CASE("autocorrelation ESS worked out by hand") {
  // Six draws at -1, six at 1: autocorrelations 1 - k / 4 up to k = 6; pairs 7/4, 3/4, -1/4.
  MatrixXd step(12, 1);
  step << MatrixXd::Constant(6, 1, -1), MatrixXd::Constant(6, 1, 1);
  CHECK(skald::autocorrelation_ess(step) == Approx(12 / (2 * (1.75 + 0.75) - 1)).epsilon(1e-14));
  // Deviations (-1, 1, -1, 1): autocovariances 1, -3/4, 1/2, -1/4, both pairs 1/4; the sum
  // 2 (1/2) - 1 = 0 is raised to 1 / log10 4.
  MatrixXd x(4, 1);
  x << 0, 2, 0, 2;
  CHECK(skald::autocorrelation_ess(x) == Approx(4 * std::log10(4.0)).epsilon(1e-14));
}

TEST_CASE("chains that disagree have few effective draws") {
  MatrixXd x = ar1(0, 1000, 2, 4);
  CHECK(skald::autocorrelation_ess(x) > 1000);
  x.col(1).array() += 10;
  CHECK(skald::autocorrelation_ess(x) < 10);
}

TEST_CASE("constant or diverged draws have no ESS") {
  MatrixXd x = MatrixXd::Ones(10, 2);
  CHECK(std::isnan(skald::autocorrelation_ess(x)));
  x(3, 1) = std::numeric_limits<double>::infinity();
  CHECK(std::isnan(skald::autocorrelation_ess(x)));
}

TEST_CASE("effective sample sizes refuse too few draws") {
  CHECK_THROWS_AS(skald::autocorrelation_ess(MatrixXd::Zero(3, 1)), std::invalid_argument);
}

namespace {

double of_halves(const Eigen::MatrixXd& draws) {
  return skald::sequence_r_hat(skald::chain_halves(draws));
}

}  // namespace

TEST_CASE("R-hat of halves worked out by hand") {
  // Halves (0, 2) and (4, 6): means 1 and 5, variances 2; W = 2, between 8; (1/2 2 + 8) / 2 = 4.5.
  Eigen::MatrixXd draws(4, 1);
  draws << 0, 2, 4, 6;
  CHECK(of_halves(draws) == Approx(std::sqrt(4.5)).epsilon(1e-14));
  Eigen::MatrixXd odd(5, 1);
  odd << 0, 2, 100, 4, 6;
  CHECK(of_halves(odd) == Approx(std::sqrt(4.5)).epsilon(1e-14));
}

TEST_CASE("chains that agree have R-hat below one, stuck chains an infinite one") {
  Eigen::MatrixXd same(4, 2);
  same << 0, 2, 2, 0, 0, 2, 2, 0;
  CHECK(of_halves(same) == Approx(std::sqrt(0.5)).epsilon(1e-14));
  Eigen::MatrixXd stuck(4, 2);
  stuck.col(0).setConstant(1);
  stuck.col(1).setConstant(2);
  CHECK(std::isinf(of_halves(stuck)));
  CHECK(std::isnan(of_halves(Eigen::MatrixXd::Ones(4, 2))));
}

TEST_CASE("halves take four draws") {
  CHECK_THROWS_AS(skald::chain_halves(Eigen::MatrixXd::Zero(3, 2)), std::invalid_argument);
}

TEST_CASE("the larger R-hat is taken, and that of ranks where nothing is left to fold") {
  CHECK(skald::larger_r_hat(1.2, 1.1) == 1.2);
  CHECK(skald::larger_r_hat(1.1, 1.2) == 1.2);
  CHECK(skald::larger_r_hat(1.1, std::nan("")) == 1.1);
  CHECK(std::isnan(skald::larger_r_hat(std::nan(""), std::nan(""))));
}
