#include "skald/parts/metrics/r_hat.hpp"

#include <cmath>

#include "catch.hpp"

TEST_CASE("split R-hat worked out by hand") {
  // Halves (0, 2) and (4, 6): means 1 and 5, variances 2; W = 2, between 8; (1/2 2 + 8) / 2 = 4.5.
  Eigen::MatrixXd draws(4, 1);
  draws << 0, 2, 4, 6;
  CHECK(skald::split_r_hat(draws) == Approx(std::sqrt(4.5)).epsilon(1e-14));
  Eigen::MatrixXd odd(5, 1);
  odd << 0, 2, 100, 4, 6;
  CHECK(skald::split_r_hat(odd) == Approx(std::sqrt(4.5)).epsilon(1e-14));
}

TEST_CASE("chains that agree have R-hat below one, stuck chains an infinite one") {
  Eigen::MatrixXd same(4, 2);
  same << 0, 2, 2, 0, 0, 2, 2, 0;
  CHECK(skald::split_r_hat(same) == Approx(std::sqrt(0.5)).epsilon(1e-14));
  Eigen::MatrixXd stuck(4, 2);
  stuck.col(0).setConstant(1);
  stuck.col(1).setConstant(2);
  CHECK(std::isinf(skald::split_r_hat(stuck)));
  CHECK(std::isnan(skald::split_r_hat(Eigen::MatrixXd::Ones(4, 2))));
}

TEST_CASE("split R-hat needs four draws") {
  CHECK_THROWS_AS(skald::split_r_hat(Eigen::MatrixXd::Zero(3, 2)), std::invalid_argument);
}
