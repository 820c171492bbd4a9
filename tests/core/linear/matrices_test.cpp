#include <Eigen/LU>

#include "linear/matrices.hpp"
#include "test.hpp"

using namespace skald::linear;

TEST_CASE("eigenvalues ascend, and the vectors belong to them", "[linear]") {
  Eigen::Matrix2d matrix;
  matrix << 4, 7, 1, 4;  // above the diagonal is what is not read
  Eigen::Matrix2d symmetric;
  symmetric << 4, 1, 1, 4;
  const Spectrum found = spectrum(matrix);
  CHECK(found.values.isApprox(Eigen::Vector2d(3, 5), 1e-14));
  CHECK((symmetric * found.vectors).isApprox(found.vectors * found.values.asDiagonal(), 1e-14));
  CHECK((found.vectors.transpose() * found.vectors).isIdentity(1e-14));
  CHECK(eigenvalues(matrix).isApprox(found.values, 1e-14));
}

using namespace skald::linear;

TEST_CASE("systems are solved, for one right side and for several", "[linear]") {
  Eigen::Matrix3d a;
  a << 0, 2, 1, 1, 1, 0, 4, 0, 3;  // without a pivot the first step would divide by 0
  const Eigen::MatrixXd b = Eigen::MatrixXd::Identity(3, 2);
  CHECK((a * solve(a, b)).isApprox(b, 1e-14));
  const Eigen::VectorXd one = Eigen::Vector3d(1, -2, 5);
  CHECK((a * solve(a, one)).isApprox(one, 1e-14));
}

TEST_CASE("positive definite matrices have a triangle, others have none", "[linear]") {
  Eigen::Matrix2d a, symmetric;
  a << 4, 7, 2, 5;  // above the diagonal is what is not read
  symmetric << 4, 2, 2, 5;
  Eigen::Matrix2d lower;
  lower << 2, 0, 1, 2;
  REQUIRE(cholesky(a));
  CHECK(cholesky(a)->isApprox(lower, 1e-14));
  const Eigen::VectorXd b = Eigen::Vector2d(1, -3);
  REQUIRE(solve_positive(a, b));
  CHECK((symmetric * *solve_positive(a, b)).isApprox(b, 1e-14));
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(2, 2);
  CHECK(solve_positive(a, identity)->isApprox(symmetric.inverse(), 1e-14));
  symmetric(0, 0) = 0.5;
  CHECK_FALSE(cholesky(symmetric));
  CHECK_FALSE(solve_positive(symmetric, b));
}

TEST_CASE("a spectrum makes the matrix that it is of", "[linear]") {
  Eigen::Matrix2d basis;
  basis << 0.6, -0.8, 0.8, 0.6;
  Eigen::Matrix2d expected;  // 5 (.6 .8)' (.6 .8) + (-.8 .6)' (-.8 .6)
  expected << 2.44, 1.92, 1.92, 3.56;
  CHECK(from_spectrum(basis, Eigen::Vector2d(5, 1)).isApprox(expected, 1e-14));
}
