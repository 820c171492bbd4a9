// Wasserstein-2 distance between Gaussians (Bures metric on the covariances).
#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "skald/observables.hpp"

namespace skald {
namespace detail {

using Spectrum = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

inline Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& matrix) {
  const Spectrum spectrum(matrix);
  const Eigen::VectorXd roots = spectrum.eigenvalues().cwiseMax(0).cwiseSqrt();
  return spectrum.eigenvectors() * roots.asDiagonal() * spectrum.eigenvectors().transpose();
}

}  // namespace detail

// W2 of N(p) and N(q): root of ||m_p - m_q||^2 + Tr(S_p + S_q - 2 (S_p^{1/2} S_q S_p^{1/2})^{1/2}),
// clipped at zero. Covariances are symmetric positive semi-definite; negative eigenvalues from
// rounding count as zero. Distances below about 1e-8 times the larger standard deviation are lost
// to rounding.
inline double gaussian_w2(const LawMoments& p, const LawMoments& q) {
  if (p.mean.rows != q.mean.rows) {
    throw std::invalid_argument("W2 between Gaussians of dimension " + std::to_string(p.mean.rows) +
                                " and " + std::to_string(q.mean.rows));
  }
  const Eigen::VectorXd shift = p.mean.column(0) - q.mean.column(0);
  const Eigen::MatrixXd from = p.covariance.matrix(), to = q.covariance.matrix();
  const Eigen::MatrixXd root = detail::symmetric_root(from);
  const Eigen::MatrixXd middle = root * to * root;
  const double overlap =
      detail::Spectrum(middle, Eigen::EigenvaluesOnly).eigenvalues().cwiseMax(0).cwiseSqrt().sum();
  const double squared = shift.squaredNorm() + from.trace() + to.trace() - 2 * overlap;
  return std::sqrt(std::max(squared, 0.0));
}

}  // namespace skald
