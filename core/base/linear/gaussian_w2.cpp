#include "linear/gaussian_w2.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "linear/symmetric.hpp"

namespace skald::linear {
namespace {

Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& matrix) {
  const Spectrum of = spectrum(matrix);
  const Eigen::VectorXd roots = of.values.cwiseMax(0).cwiseSqrt();
  return of.vectors * roots.asDiagonal() * of.vectors.transpose();
}

}  // namespace

double gaussian_w2(const LawMoments& p, const LawMoments& q) {
  if (p.mean.rows != q.mean.rows) {
    throw std::invalid_argument("W2 between Gaussians of dimension " + std::to_string(p.mean.rows) +
                                " and " + std::to_string(q.mean.rows));
  }
  const Eigen::VectorXd shift = p.mean.column(0) - q.mean.column(0);
  const Eigen::MatrixXd from = p.covariance.matrix(), to = q.covariance.matrix();
  const Eigen::MatrixXd root = symmetric_root(from);
  const double overlap = eigenvalues(root * to * root).cwiseMax(0).cwiseSqrt().sum();
  const double squared = shift.squaredNorm() + from.trace() + to.trace() - 2 * overlap;
  return std::sqrt(std::max(squared, 0.0));
}

}  // namespace skald::linear
