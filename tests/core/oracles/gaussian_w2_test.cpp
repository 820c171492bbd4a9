
#include "distance.hpp"
#include "linear/matrices.hpp"
#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

TEST_CASE("commuting covariances: distance of the standard deviations", "[oracles]") {
  const Moments p{Eigen::Vector2d(1, 2), Eigen::Vector2d(4, 9).asDiagonal()};
  const Moments q{Eigen::Vector2d(1, 0), Eigen::Vector2d(1, 16).asDiagonal()};
  CHECK(gaussian_w2(p, q) == Approx(std::sqrt(4 + 1 + 1)).epsilon(1e-12));
}

TEST_CASE("W2 of independent coordinates is that of their rotation, and resolves small distances",
          "[oracles]") {
  const Eigen::Vector3d mean(.1, 0, -.2), a(4, 9, .5), b(1, 16, .4);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(3);
  test::Generator generator(13);
  const Eigen::MatrixXd Q =
      linear::spectrum(test::random_problem(generator, 1, 3).precision()).vectors;
  const auto turned = [&](const Eigen::Vector3d& variances) -> Eigen::MatrixXd {
    return Q * variances.asDiagonal() * Q.transpose();
  };
  CHECK(gaussian_w2(Moments{mean, a.asDiagonal()}, Moments{zero, b.asDiagonal()}) ==
        Approx(gaussian_w2(Moments{Q * mean, turned(a)}, Moments{zero, turned(b)})).epsilon(1e-12));
  const Moments near{zero, (a * (1 + 1e-9) * (1 + 1e-9)).asDiagonal()};
  CHECK(gaussian_w2(near, Moments{zero, a.asDiagonal()}) ==
        Approx(1e-9 * std::sqrt(a.sum())).epsilon(1e-6));
}

TEST_CASE("W2 agrees with the optimal map between two Gaussians", "[oracles]") {
  // For a positive definite M, x -> M x is the optimal map from N(0, S) to N(0, M S M).
  test::Generator generator(11);
  const Eigen::MatrixXd S = test::random_problem(generator, 1, 4).precision();
  const Eigen::MatrixXd M = test::random_problem(generator, 1, 4).precision();
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(4);
  const Eigen::MatrixXd displacement = M - Eigen::MatrixXd::Identity(4, 4);
  const double squared = (displacement * S * displacement).trace();
  CHECK(gaussian_w2(Moments{zero, S}, Moments{zero, M * S * M}) ==
        Approx(std::sqrt(squared)).epsilon(1e-10));
}

TEST_CASE("W2 is zero on itself, symmetric, and takes degenerate covariances", "[oracles]") {
  test::Generator generator(12);
  const Moments p{test::normal_vector(generator, 3),
                  test::random_problem(generator, 1, 3).precision()};
  const Moments point{Eigen::VectorXd::Zero(3), Eigen::MatrixXd::Zero(3, 3)};
  CHECK(gaussian_w2(p, p) < 1e-7);
  CHECK(gaussian_w2(p, point) == Approx(std::sqrt(second_moment(p))).epsilon(1e-12));
  CHECK(gaussian_w2(point, p) == Approx(gaussian_w2(p, point)).epsilon(1e-12));
  CHECK_THROWS_AS(
      gaussian_w2(p, Moments{Eigen::VectorXd::Zero(2), Eigen::MatrixXd::Identity(2, 2)}),
      std::invalid_argument);
}
