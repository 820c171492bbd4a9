#include "skald/parts/metrics/r_hat.hpp"

#include "test.hpp"

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
