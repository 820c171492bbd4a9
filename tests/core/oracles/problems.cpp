#include "problems.hpp"

#include <Eigen/Geometry>
#include <Eigen/QR>

#include "test.hpp"

namespace skald::test {

oracles::GaussianProblem two_clients() {
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;
  return oracles::GaussianProblem({{Matrix::Constant(1, 1, 1), Vector::Constant(1, -1)},
                                   {Matrix::Constant(1, 1, 3), Vector::Constant(1, 1)}});
}

Eigen::VectorXd normal_vector(Generator& generator, Eigen::Index dimension) {
  std::normal_distribution<double> normal;
  return Eigen::VectorXd::NullaryExpr(dimension, [&] { return normal(generator); });
}

oracles::GaussianProblem random_problem(Generator& generator, std::size_t clients,
                                        Eigen::Index dimension) {
  std::vector<oracles::QuadraticClient> all;
  for (std::size_t c = 0; c < clients; ++c) {
    Eigen::MatrixXd root(dimension, dimension);
    for (Eigen::Index j = 0; j < dimension; ++j) root.col(j) = normal_vector(generator, dimension);
    const Eigen::MatrixXd curvature = root * root.transpose() / static_cast<double>(dimension) +
                                      Eigen::MatrixXd::Identity(dimension, dimension) / 2;
    all.push_back({curvature, 2 * normal_vector(generator, dimension)});
  }
  return oracles::GaussianProblem(std::move(all));
}

oracles::GaussianProblem toy_of_fald(Generator& generator, std::size_t clients,
                                     Eigen::Index dimension) {
  std::uniform_real_distribution<double> unit;
  std::vector<oracles::QuadraticClient> all;
  for (std::size_t c = 0; c < clients; ++c) {
    const Eigen::VectorXd minimiser = 10 * normal_vector(generator, dimension);
    const double scale = 0.1 + 10 * unit(generator);
    Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(dimension, dimension);
    for (Eigen::Index b = 0; b < dimension; b += 2) {
      const Eigen::Rotation2Dd rotation(2 * std::numbers::pi * unit(generator));
      const Eigen::Vector2d variance(unit(generator), unit(generator));
      const Eigen::Matrix2d turn = rotation.toRotationMatrix();
      curvature.block<2, 2>(b, b) =
          turn * (scale * variance).cwiseInverse().asDiagonal() * turn.transpose();
    }
    all.push_back({(curvature + curvature.transpose()) / 2, minimiser});
  }
  return oracles::GaussianProblem(std::move(all));
}

oracles::GaussianProblem rotated(Generator& generator, const oracles::GaussianProblem& problem) {
  const Eigen::Index d = problem.dimension();
  Eigen::MatrixXd random(d, d);
  for (Eigen::Index j = 0; j < d; ++j) random.col(j) = normal_vector(generator, d);
  const Eigen::MatrixXd turn = random.householderQr().householderQ();
  std::vector<oracles::QuadraticClient> all;
  for (std::size_t c = 0; c < problem.size(); ++c) {
    const Eigen::MatrixXd curvature = turn * problem.client(c).curvature * turn.transpose();
    all.push_back({(curvature + curvature.transpose()) / 2, turn * problem.client(c).minimiser});
  }
  return oracles::GaussianProblem(std::move(all));
}

oracles::Moments known(const oracles::StationaryLaw& law) {
  REQUIRE(law.moments);
  return *law.moments;
}

double distance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace skald::test
