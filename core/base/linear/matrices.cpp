#include "linear/matrices.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace skald::linear {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd product(const MatrixXd& a, const MatrixXd& b) { return a * b; }
MatrixXd product(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c) {
  return product(product(a, b), c);
}
MatrixXd congruent(const MatrixXd& a, const MatrixXd& c) { return product(a, c) * a.transpose(); }
MatrixXd outer(const VectorXd& a, const VectorXd& b) { return a * b.transpose(); }
MatrixXd transposed(const MatrixXd& a) { return a.transpose(); }
VectorXd times(const MatrixXd& a, const VectorXd& x) { return a * x; }
VectorXd transposed_times(const MatrixXd& a, const VectorXd& x) { return a.transpose() * x; }
MatrixXd symmetric_part(const MatrixXd& a) { return (a + a.transpose()) / 2; }

using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

Spectrum spectrum(const Eigen::MatrixXd& symmetric) {
  const Solver solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric) {
  return Solver(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

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

namespace {

Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& matrix) {
  const Spectrum of = spectrum(matrix);
  const Eigen::VectorXd roots = of.values.cwiseMax(0).cwiseSqrt();
  return from_spectrum(of.vectors, roots);
}

// tr(A + B - 2 (A^1/2 B A^1/2)^1/2), which is (sqrt(a) - sqrt(b))^2 for every independent
// coordinate.
double spread_apart(const Eigen::MatrixXd& from, const Eigen::MatrixXd& to) {
  if (from.isDiagonal(0) && to.isDiagonal(0)) {
    return (from.diagonal().cwiseMax(0).cwiseSqrt() - to.diagonal().cwiseMax(0).cwiseSqrt())
        .squaredNorm();
  }
  const Eigen::MatrixXd root = symmetric_root(from);
  const double overlap = eigenvalues(congruent(root, to)).cwiseMax(0).cwiseSqrt().sum();
  return from.trace() + to.trace() - 2 * overlap;
}

}  // namespace

double gaussian_w2(const LawMoments& p, const LawMoments& q) {
  if (p.mean.rows != q.mean.rows) {
    throw std::invalid_argument("W2 between Gaussians of dimension " + std::to_string(p.mean.rows) +
                                " and " + std::to_string(q.mean.rows));
  }
  const Eigen::VectorXd shift = p.mean.column(0) - q.mean.column(0);
  const double squared =
      shift.squaredNorm() + spread_apart(p.covariance.matrix(), q.covariance.matrix());
  return std::sqrt(std::max(squared, 0.0));
}

}  // namespace skald::linear
