#include "skald/parts/variational/natural_gaussian.hpp"

#include <Eigen/Eigenvalues>
#include <limits>

namespace skald {
namespace family {

Eigen::MatrixXd mean_product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, bool diagonal) {
  if (diagonal) return a.cwiseProduct(b).rowwise().mean();
  const Eigen::MatrixXd product = a * b.transpose() / static_cast<double>(a.cols());
  return (product + product.transpose()) / 2;
}

// Rounding makes eigenvalues of 0 as negative as this, relative to the largest entry.
constexpr double kRounded = 1e-12;

bool is_semidefinite(const Eigen::MatrixXd& matrix) {
  const double rounding = kRounded * matrix.cwiseAbs().maxCoeff();
  if (is_diagonal(matrix)) return matrix.minCoeff() >= -rounding;
  Eigen::MatrixXd lifted = matrix;
  lifted.diagonal().array() += rounding + std::numeric_limits<double>::min();
  return lifted.llt().info() == Eigen::Success;
}

Eigen::MatrixXd positive_part(const Eigen::MatrixXd& matrix) {
  if (is_diagonal(matrix)) return matrix.cwiseMax(0);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
         eigen.eigenvectors().transpose();
}

}  // namespace family

PrecisionFactor::PrecisionFactor(const Eigen::MatrixXd& precision)
    : is_diagonal_(family::is_diagonal(precision)) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (is_diagonal_) {
    root_ = precision.cwiseSqrt();
    is_positive_ = (precision.array() > 0).all() && precision.allFinite();
    if (!is_positive_) root_.setConstant(nan);
  } else {
    full_.compute(precision);
    is_positive_ = full_.info() == Eigen::Success && precision.allFinite();
    if (!is_positive_)
      full_.compute(Eigen::MatrixXd::Constant(precision.rows(), precision.cols(), nan));
  }
}

Eigen::VectorXd PrecisionFactor::solve(const Eigen::VectorXd& x) const {
  if (is_diagonal_) return x.cwiseQuotient(root_.col(0).cwiseAbs2());
  return full_.solve(x);
}

Eigen::MatrixXd PrecisionFactor::forces(const Eigen::MatrixXd& normals) const {
  if (is_diagonal_) return root_.col(0).asDiagonal() * normals;
  return full_.matrixL() * normals;
}

Eigen::VectorXd mean_of(const NaturalGaussian& q) {
  return PrecisionFactor(q.precision).solve(q.shift);
}

}  // namespace skald
