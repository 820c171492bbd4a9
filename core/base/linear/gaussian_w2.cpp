#include "linear/gaussian_w2.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "linear/products.hpp"
#include "linear/solve.hpp"
#include "linear/symmetric.hpp"

namespace skald::linear {
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
