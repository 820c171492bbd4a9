#include "oracles/fixed_point.hpp"

#include <Eigen/LU>

#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

TEST_CASE("fixed points agree with a direct solve on both sides of the dense limit", "[oracles]") {
  const Eigen::Index size = GENERATE(Eigen::Index{3}, FixedPoint::most_dense,
                                     FixedPoint::most_dense + 1, Eigen::Index{400});
  test::Generator generator(17);
  Eigen::MatrixXd matrix(size, size);
  for (Eigen::Index j = 0; j < size; ++j) matrix.col(j) = test::normal_vector(generator, size);
  matrix *= 0.9 / matrix.norm();
  matrix.diagonal().array() += 0.09;
  const Eigen::VectorXd b = test::normal_vector(generator, size);
  const FixedPoint equation([&](const Eigen::VectorXd& u) { return matrix * u; }, size);
  const auto u = equation.solve(b);
  REQUIRE(u);
  const Eigen::VectorXd direct =
      (Eigen::MatrixXd::Identity(size, size) - matrix).partialPivLu().solve(b);
  CHECK((*u - direct).norm() < 1e-11 * direct.norm());
  CHECK(equation.solve(Eigen::VectorXd::Zero(size))->norm() == 0);
}

TEST_CASE("an eigenvalue one leaves no solution", "[oracles]") {
  const Eigen::Index size = GENERATE(Eigen::Index{4}, FixedPoint::most_dense + 1);
  const FixedPoint equation([](const Eigen::VectorXd& u) { return u; }, size);
  CHECK_FALSE(equation.solve(Eigen::VectorXd::Ones(size)));
}
