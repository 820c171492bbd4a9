#include "oracles/gaussian_w2.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace skald {
namespace {

using Spectrum = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& matrix) {
  const Spectrum spectrum(matrix);
  const Eigen::VectorXd roots = spectrum.eigenvalues().cwiseMax(0).cwiseSqrt();
  return spectrum.eigenvectors() * roots.asDiagonal() * spectrum.eigenvectors().transpose();
}

}  // namespace

double gaussian_w2(const Moments& p, const Moments& q) {
  if (p.mean.size() != q.mean.size()) {
    throw std::invalid_argument("W2 between Gaussians of dimension " +
                                std::to_string(p.mean.size()) + " and " +
                                std::to_string(q.mean.size()));
  }
  const Eigen::MatrixXd root = symmetric_root(p.covariance);
  const Eigen::MatrixXd middle = root * q.covariance * root;
  const double overlap =
      Spectrum(middle, Eigen::EigenvaluesOnly).eigenvalues().cwiseMax(0).cwiseSqrt().sum();
  const double squared =
      (p.mean - q.mean).squaredNorm() + p.covariance.trace() + q.covariance.trace() - 2 * overlap;
  return std::sqrt(std::max(squared, 0.0));
}

}  // namespace skald
