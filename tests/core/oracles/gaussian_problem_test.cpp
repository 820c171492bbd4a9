#include "oracles/gaussian_problem.hpp"
#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

TEST_CASE("two clients: mode, covariance and curvature bounds", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  CHECK(problem.mode()(0) == Approx(0.5).epsilon(1e-14));
  CHECK(problem.covariance(1)(0, 0) == Approx(0.25).epsilon(1e-14));
  CHECK(problem.covariance(0.1)(0, 0) == Approx(0.025).epsilon(1e-14));
  CHECK(problem.gradient_at_mode(0)(0) == Approx(1.5).epsilon(1e-14));
  CHECK(problem.gradient_at_mode(1)(0) == Approx(-1.5).epsilon(1e-14));
  CHECK(problem.step_bound() == Approx(0.25).epsilon(1e-14));
}

TEST_CASE("gradients at the mode sum to zero and bounds are the extreme curvatures", "[oracles]") {
  test::Generator generator(3);
  const GaussianProblem problem = test::random_problem(generator, 4, 3);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(3);
  for (std::size_t c = 0; c < 4; ++c) sum += problem.gradient_at_mode(c);
  CHECK(sum.norm() < 1e-12);
  CHECK(test::distance(problem.covariance(2) * problem.precision(),
                       2 * Eigen::MatrixXd::Identity(3, 3)) < 1e-12);
  const Eigen::VectorXd direction = test::normal_vector(generator, 3).normalized();
  const double curvature = direction.dot(problem.precision() * direction);
  CHECK(curvature > problem.smallest_curvature());
  CHECK(curvature < problem.largest_curvature());
}

TEST_CASE("malformed problems are refused", "[oracles]") {
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(2, 2);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(2);
  Eigen::MatrixXd skew = one;
  skew(0, 1) = 0.5;
  CHECK_THROWS_AS(GaussianProblem({}), std::invalid_argument);
  CHECK_THROWS_AS(GaussianProblem({{skew, zero}}), std::invalid_argument);
  CHECK_THROWS_AS(GaussianProblem({{one, Eigen::VectorXd::Zero(3)}}), std::invalid_argument);
  CHECK_THROWS_AS(GaussianProblem({{one, zero}, {-one, zero}}), std::invalid_argument);
  CHECK_THROWS_AS(GaussianProblem({{one * std::numeric_limits<double>::infinity(), zero}}),
                  std::invalid_argument);
}

using namespace skald::oracles;

TEST_CASE("blocks are the connected coordinates of all matrices together", "[oracles]") {
  Eigen::MatrixXd first = Eigen::MatrixXd::Identity(5, 5);
  Eigen::MatrixXd second = first;
  first(0, 3) = first(3, 0) = 0.5;
  CHECK(coordinate_blocks({first}) == std::vector<CoordinateBlock>{{0, 3}, {1}, {2}, {4}});
  second(3, 4) = second(4, 3) = -1e-3;
  CHECK(coordinate_blocks({first, second}) == std::vector<CoordinateBlock>{{0, 3, 4}, {1}, {2}});
}

TEST_CASE("entries of the size of rounding do not join blocks", "[oracles]") {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(2, 2) * 100;
  matrix(0, 1) = matrix(1, 0) = 1e-13;
  CHECK(coordinate_blocks({matrix}).size() == 2);
  matrix(0, 1) = matrix(1, 0) = 1e-11;
  CHECK(coordinate_blocks({matrix}).size() == 1);
}

TEST_CASE("a full matrix is one block", "[oracles]") {
  CHECK(coordinate_blocks({Eigen::MatrixXd::Ones(4, 4)}) ==
        std::vector<CoordinateBlock>{all_coordinates(4)});
}
