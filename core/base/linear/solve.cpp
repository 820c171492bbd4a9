#include "linear/solve.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace skald::linear {
namespace {

using Cholesky = Eigen::LLT<Eigen::MatrixXd>;

template <class Right>
std::optional<Right> solve_by_cholesky(const Eigen::MatrixXd& a, const Right& b) {
  const Cholesky factor(a);
  if (factor.info() != Eigen::Success) return std::nullopt;
  return Right(factor.solve(b));
}

}  // namespace

Eigen::MatrixXd solve(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return a.partialPivLu().solve(b);
}
Eigen::VectorXd solve(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  return a.partialPivLu().solve(b);
}

std::optional<Eigen::MatrixXd> cholesky(const Eigen::MatrixXd& a) {
  const Cholesky factor(a);
  if (factor.info() != Eigen::Success) return std::nullopt;
  return Eigen::MatrixXd(factor.matrixL());
}
std::optional<Eigen::MatrixXd> solve_positive(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return solve_by_cholesky(a, b);
}
std::optional<Eigen::VectorXd> solve_positive(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  return solve_by_cholesky(a, b);
}

Eigen::MatrixXd from_spectrum(const Eigen::MatrixXd& basis, const Eigen::VectorXd& values) {
  return basis * values.asDiagonal() * basis.transpose();
}

}  // namespace skald::linear
