// Federated posterior averaging: a client's update from samples of its posterior.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// The update delta_t = Sigma_t^{-1} (x_0 - mean_t) of x_0 after samples x_1..x_t, t >= 1, where
// mean_t is their mean, S_t their covariance (divisor t - 1) and
//   Sigma_t = r_t I + (1 - r_t) S_t,   r_t = 1 / (1 + (t - 1) shrink),   Sigma_1 = I.
// Available after every sample: the inverse is kept up to date by rank-one corrections, in O(t d)
// for sample t and O(ell d) memory, without ever forming a d x d matrix (Sherman-Morrison;
// Al-Shedivat et al., 2021, appendix C).
class PosteriorAverage {
 public:
  // At most `ell` samples; shrink >= 0.
  PosteriorAverage(Index dimension, Index ell, double shrink)
      : shrink_(shrink),
        mean_(dimension),
        delta_(dimension),
        deviation_(dimension),
        directions_(dimension, ell > 1 ? ell - 1 : 0),
        gains_(ell > 1 ? ell - 1 : 0),
        projections_(gains_.size()) {}

  // Forgets all samples; the update will be of x_0.
  void start(const Eigen::VectorXd& x0) {
    samples_ = 0;
    delta_ = x0;
  }
  void add(const Eigen::VectorXd& sample) {
    ++samples_;
    if (samples_ == 1) {
      mean_ = sample;
      delta_ -= sample;
      return;
    }
    const auto t = static_cast<double>(samples_);
    const Index known = samples_ - 2;  // directions v_2..v_{t-1}
    deviation_ = sample - mean_;       // u
    auto v = directions_.col(known);
    auto coefficients = projections_.head(known);
    coefficients.noalias() = directions_.leftCols(known).transpose() * deviation_;
    coefficients.array() *= gains_.head(known).array();
    v = deviation_;
    v.noalias() -= directions_.leftCols(known) * coefficients;

    const double gamma = shrink_ * (t - 1) / t;
    const double uv = deviation_.dot(v);
    gains_[known] = gamma / (1 + gamma * uv);
    delta_ -= (1 + gains_[known] * (t * deviation_.dot(delta_) - uv)) / t * v;
    mean_ += deviation_ / t;
  }

  Index samples() const { return samples_; }
  // After at least one sample; an expression over this object.
  auto delta() const { return (1 + static_cast<double>(samples_ - 1) * shrink_) * delta_; }

 private:
  double shrink_;
  Index samples_ = 0;
  // delta_ is the update without its factor 1 + (t - 1) shrink.
  Eigen::VectorXd mean_, delta_, deviation_;
  Eigen::MatrixXd directions_;  // v_t = (I + (t - 2) shrink S_{t-1})^{-1} u_t, of sample t = 2..
  Eigen::VectorXd gains_;       // gamma_t / (1 + gamma_t u_t . v_t)
  Eigen::VectorXd projections_;
};

// The same update from all samples (d x t) at once: forms Sigma_t and solves, in O(d^3).
inline Eigen::VectorXd dense_posterior_delta(const Eigen::VectorXd& x0,
                                             const Eigen::MatrixXd& samples, double shrink) {
  const auto t = static_cast<double>(samples.cols());
  const Eigen::VectorXd mean = samples.rowwise().mean();
  const double r = 1 / (1 + (t - 1) * shrink);
  Eigen::MatrixXd sigma = r * Eigen::MatrixXd::Identity(samples.rows(), samples.rows());
  if (samples.cols() > 1) {
    const Eigen::MatrixXd centred = samples.colwise() - mean;
    sigma += (1 - r) / (t - 1) * (centred * centred.transpose());
  }
  return sigma.llt().solve(x0 - mean);
}

}  // namespace skald
