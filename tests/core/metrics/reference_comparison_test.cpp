#include "metrics/reference_comparison.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <stdexcept>

#include "catch.hpp"

using Eigen::MatrixXd;
using skald::ReferenceComparison;
using skald::ReferencePosterior;
using skald::view;

namespace {

MatrixXd normals(unsigned seed, Eigen::Index d, Eigen::Index n) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(d, n, [&] { return normal(engine); });
}

// 4000 independent draws of N((3, -20), diag(4, 10000)) in four chains; theta is recorded as
// (theta_0, 100 theta_1).
ReferencePosterior reference() {
  MatrixXd draws = normals(1, 2, 4000);
  draws.row(0) = 3 + 2 * draws.row(0).array();
  draws.row(1) = -20 + 100 * draws.row(1).array();
  return {draws, 4, [](skald::ConstBlock theta, skald::Block out) {
            out.matrix() = theta.matrix();
            out.matrix().row(1) *= 100;
          }};
}

// Draws of theta with these recorded means and deviations.
ReferenceComparison compared(double mean0, double mean1, double factor0, double factor1,
                             int draws = 4000) {
  ReferenceComparison comparison(reference(), 2);
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  MatrixXd theta(2, 2);
  for (int t = 0; t < draws; ++t) {
    for (int j = 0; j < 2; ++j) {
      theta.col(j) << mean0 + 2 * factor0 * normal(engine), 0.01 * mean1 + factor1 * normal(engine);
    }
    comparison.observe(view(theta));
  }
  return comparison;
}

}  // namespace

// Standard errors: 1/sqrt(4000) of the reference, 1/sqrt(8000) of the draws.
TEST_CASE("comparison with reference draws: the same law") {
  const ReferenceComparison same = compared(3, -20, 1, 1);
  CHECK(same.largest_z() < 6);
  CHECK(same.largest_shift() < 6 * std::sqrt(1.0 / 4000 + 1.0 / 8000));
  CHECK(same.smallest_sd_ratio() > 0.9);
  CHECK(same.largest_sd_ratio() < 1.1);
  CHECK(same.gaussian_distance() < 0.15);
  CHECK(same.empirical_distance() < 0.5);
}

TEST_CASE("comparison with reference draws: moved by half a standard deviation") {
  const ReferenceComparison moved = compared(3, 30, 1, 1);
  CHECK(moved.largest_shift() == Approx(0.5).margin(0.12));
  CHECK(moved.largest_z() ==
        Approx(moved.largest_shift() / std::sqrt(1.0 / 4000 + 1.0 / 8000)).epsilon(0.4));
  CHECK(moved.gaussian_distance() == Approx(0.5).margin(0.12));
}

TEST_CASE("comparison with reference draws: deviations of 0.8 and 1.5") {
  const ReferenceComparison other = compared(3, -20, 0.8, 1.5);
  CHECK(other.smallest_sd_ratio() == Approx(0.8).epsilon(0.1));
  CHECK(other.largest_sd_ratio() == Approx(1.5).epsilon(0.1));
  CHECK(other.gaussian_distance() == Approx(std::hypot(0.2, 0.5)).epsilon(0.15));
}

TEST_CASE("comparison with reference draws: nothing before the first draw, and after restart") {
  ReferenceComparison none = compared(3, -20, 1, 1, 0);
  CHECK(std::isnan(none.largest_z()));
  CHECK(std::isnan(none.largest_shift()));
  CHECK(std::isnan(none.smallest_sd_ratio()));
  CHECK(std::isnan(none.gaussian_distance()));
  CHECK(std::isnan(none.empirical_distance()));
  ReferenceComparison again = compared(300, -20, 1, 1, 10);
  again.restart();
  const MatrixXd theta = MatrixXd::Zero(2, 2);
  again.observe(view(theta));
  CHECK(again.largest_shift() == Approx(1.5).margin(0.2));
}

TEST_CASE("comparison with reference draws: its state continues bit for bit") {
  ReferenceComparison first = compared(3, -20, 1, 1, 333), second(reference(), 2);
  const auto from = first.state(), to = second.state();
  REQUIRE(from.size() == to.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    REQUIRE(from[i].size() == to[i].size());
    std::copy(from[i].begin(), from[i].end(), to[i].begin());
  }
  CHECK(second.largest_z() == first.largest_z());
  CHECK(second.empirical_distance() == first.empirical_distance());
}

TEST_CASE("comparison with reference draws: draws that say nothing are refused") {
  ReferencePosterior few = reference();
  few.draws = few.draws.leftCols(12).eval();
  CHECK_THROWS_WITH(ReferenceComparison(few, 1), Catch::Contains("at least 4"));
  ReferencePosterior constant = reference();
  constant.draws.row(1).setOnes();
  CHECK_THROWS_WITH(ReferenceComparison(constant, 1), Catch::Contains("the same in all of them"));
}
