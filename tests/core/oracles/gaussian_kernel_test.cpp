#include "oracles/gaussian_kernel.hpp"

#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

namespace {

GaussianKernel contraction(double radius) {
  test::Generator generator(5);
  Eigen::MatrixXd matrix(3, 3);
  for (Eigen::Index j = 0; j < 3; ++j) matrix.col(j) = test::normal_vector(generator, 3);
  matrix *= radius / matrix.norm();
  return {matrix, test::normal_vector(generator, 3), Eigen::MatrixXd::Identity(3, 3)};
}

}  // namespace

TEST_CASE("the n-th power is n transitions", "[oracles]") {
  const GaussianKernel kernel = contraction(0.9);
  const Moments start{Eigen::VectorXd::Ones(3), Eigen::MatrixXd::Identity(3, 3) * 4};
  Moments law = start;
  for (int n = 0; n <= 13; ++n) {
    const Moments found = apply(power(kernel, n), start);
    CHECK(test::distance(found.mean, law.mean) < 1e-13);
    CHECK(test::distance(found.covariance, law.covariance) < 1e-13);
    law = apply(kernel, law);
  }
  CHECK_THROWS_AS(power(kernel, -1), std::invalid_argument);
}

TEST_CASE("the stationary law is left alone by the transition", "[oracles]") {
  const GaussianKernel kernel = contraction(0.9);
  const auto law = stationary(kernel);
  REQUIRE(law);
  const Moments next = apply(kernel, *law);
  CHECK(test::distance(next.mean, law->mean) < 1e-13);
  CHECK(test::distance(next.covariance, law->covariance) < 1e-13);
}

TEST_CASE("an expanding transition has no stationary law", "[oracles]") {
  GaussianKernel kernel = contraction(0.9);
  kernel.matrix = Eigen::MatrixXd::Identity(3, 3);
  CHECK_FALSE(stationary(kernel));
  kernel.matrix(0, 0) = -1.0001;
  CHECK_FALSE(stationary(kernel));
}

TEST_CASE("the law of an average is that of the sum of its terms", "[oracles]") {
  const GaussianKernel kernel = contraction(0.9);
  test::Generator generator(6);
  Eigen::MatrixXd E(2, 3);
  for (Eigen::Index j = 0; j < 3; ++j) E.col(j) = test::normal_vector(generator, 2);
  const Moments start{Eigen::VectorXd::Ones(3), Eigen::MatrixXd::Identity(3, 3) * 4};
  constexpr int n = 7;
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(2);
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(2, 2);
  for (int j = 1; j <= n; ++j) {
    const Moments law = apply(power(kernel, j), start);
    mean += E * law.mean / n;
    for (int k = j; k <= n; ++k) {
      const Eigen::MatrixXd lagged =
          E * power(kernel, k - j).matrix * law.covariance * E.transpose() / (n * n);
      covariance += lagged;
      if (k > j) covariance += lagged.transpose();
    }
  }
  const Moments found = average(kernel, E, start, n);
  CHECK(test::distance(found.mean, mean) < 1e-13);
  CHECK(test::distance(found.covariance, covariance) < 1e-13);
}
