// The product of subposteriors of which only samples are known.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// Samples theta_{c,t} of N densities p_c, T of each, and draws from approximations of their
// normalised product. With mean m_c and covariance S_c of the samples of p_c (divisor T - 1):
//
//   consensus        (sum_c W_c)^{-1} sum_c W_c theta_{c,t},  W_c = S_c^{-1}
//                    (Scott et al., 2016, Bayes and big data, section 3)
//   parametric       N(m, S),  S^{-1} = sum_c S_c^{-1},  S^{-1} m = sum_c S_c^{-1} m_c
//   nonparametric    the product of kernel density estimates of bandwidth b: a mixture of T^N
// Gaussians, of which a Metropolis-within-Gibbs chain over indices picks one
//   semiparametric   the same for p_c = N(m_c, S_c) times a kernel estimate of the rest
//                    (Neiswanger et al., 2014, sections 3.1 to 3.3)
//
// Consensus and parametric products are exact for Gaussians as T grows. Kernels are spherical in
// coordinates z = L^{-1} (theta - m), S = L L', so that b does not depend on units.
class SubposteriorProduct {
 public:
  // samples[c] is d x T; T >= d + 2, N >= 1. Copies what it needs. Throws std::runtime_error if the
  // finite samples of a client lie in fewer than d dimensions, which leaves W_c without a value.
  explicit SubposteriorProduct(const std::vector<ConstBlock>& samples) {
    const Index d = samples.front().rows;
    Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(d, d);
    Eigen::VectorXd weighted = Eigen::VectorXd::Zero(d);
    for (const ConstBlock& of_client : samples) {
      samples_.emplace_back(of_client.matrix());
      const Eigen::VectorXd mean = samples_.back().rowwise().mean();
      const Eigen::MatrixXd centred = samples_.back().colwise() - mean;
      const Eigen::MatrixXd covariance =
          centred * centred.transpose() / static_cast<double>(of_client.cols - 1);
      means_.push_back(mean);
      precisions_.push_back(precision_of(covariance));
      precision += precisions_.back();
      weighted += precisions_.back() * mean;
    }
    const Eigen::LLT<Eigen::MatrixXd> root(precision);
    mean_ = root.solve(weighted);
    covariance_ = root.solve(Eigen::MatrixXd::Identity(d, d));
    lower_ = covariance_.llt().matrixL();
    for (const Eigen::MatrixXd& x : samples_) {
      whitened_.emplace_back(
          lower_.triangularView<Eigen::Lower>().solve((x.colwise() - mean_).eval()));
    }
    whiten_moments();
  }

  Index clients() const { return static_cast<Index>(samples_.size()); }
  Index samples() const { return samples_.front().cols(); }

  // The average of sample t of every p_c.
  Eigen::VectorXd consensus(Index t) const {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(mean_.size());
    for (std::size_t c = 0; c < samples_.size(); ++c) sum += precisions_[c] * samples_[c].col(t);
    return covariance_ * sum;
  }
  // A draw from standard normals.
  Eigen::VectorXd parametric(const Eigen::VectorXd& normals) const {
    return mean_ + lower_ * normals;
  }

  // Moves each of the N indices once: to a random one, accepted with the ratio of the mixture's
  // weights. Column c of `uniforms` (2 x N) serves index c.
  void sweep(const Eigen::MatrixXd& uniforms, double bandwidth, bool semiparametric,
             std::span<double> indices) const {
    Eigen::VectorXd sum = sum_at(indices);
    for (std::size_t c = 0; c < samples_.size(); ++c) {
      const auto column = static_cast<Index>(c);
      const auto proposed =
          static_cast<Index>(uniforms(0, column) * static_cast<double>(samples()));
      const auto now = static_cast<Index>(indices[c]);
      const Eigen::VectorXd moved = sum - whitened_[c].col(now) + whitened_[c].col(proposed);
      const double ratio = own_weight(c, proposed, bandwidth, semiparametric) -
                           own_weight(c, now, bandwidth, semiparametric) +
                           common_weight(moved, bandwidth, semiparametric) -
                           common_weight(sum, bandwidth, semiparametric);
      if (!(std::log(uniforms(1, column)) < ratio)) continue;
      indices[c] = static_cast<double>(proposed);
      sum = moved;
    }
  }
  // A draw from the Gaussian that the indices pick, from standard normals.
  Eigen::VectorXd component(std::span<const double> indices, double bandwidth, bool semiparametric,
                            const Eigen::VectorXd& normals) const {
    const auto n = static_cast<double>(clients());
    const double precision = n / (bandwidth * bandwidth);
    const Eigen::VectorXd average = sum_at(indices) / n;
    const double total = semiparametric ? precision + 1 : precision;
    const Eigen::VectorXd z = precision / total * average + normals / std::sqrt(total);
    return mean_ + lower_ * z;
  }

 private:
  // The covariance is that of the client whose mean was added last.
  Eigen::MatrixXd precision_of(const Eigen::MatrixXd& covariance) const {
    const Index d = covariance.rows();
    if (covariance.allFinite() && !has_full_rank(covariance)) {
      throw std::runtime_error(
          "the samples of client " + std::to_string(means_.size() - 1) + " lie in fewer than " +
          std::to_string(d) + " dimensions, so that they have no weight: its chain hardly moves; " +
          "take a smaller step, a longer warm_up or more samples");
    }
    return covariance.llt().solve(Eigen::MatrixXd::Identity(d, d));
  }
  // Whatever the units of the coordinates are.
  static bool has_full_rank(const Eigen::MatrixXd& covariance) {
    const Eigen::VectorXd scale = covariance.diagonal().cwiseSqrt().cwiseInverse();
    if (!scale.allFinite()) return false;
    const Eigen::LLT<Eigen::MatrixXd> root(scale.asDiagonal() * covariance * scale.asDiagonal());
    return root.info() == Eigen::Success && root.rcond() > 1e-14;
  }
  // Mean and precision of every p_c in the coordinates z.
  void whiten_moments() {
    const auto lower = lower_.triangularView<Eigen::Lower>();
    for (std::size_t c = 0; c < samples_.size(); ++c) {
      means_[c] = lower.solve((means_[c] - mean_).eval());
      whitened_precisions_.emplace_back(lower_.transpose() * precisions_[c] * lower_);
    }
  }
  Eigen::VectorXd sum_at(std::span<const double> indices) const {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(mean_.size());
    for (std::size_t c = 0; c < samples_.size(); ++c) {
      sum += whitened_[c].col(static_cast<Index>(indices[c]));
    }
    return sum;
  }
  // The logarithm of a mixture weight, prod_c N(z_c | average, b^2 I), and for the semiparametric
  // product times N(average | 0, (1 + b^2 / N) I) / prod_c N(z_c | m_c, S_c), is the sum of a part
  // for every index alone and one for the sum of all z_c.
  double own_weight(std::size_t c, Index t, double bandwidth, bool semiparametric) const {
    const auto z = whitened_[c].col(t);
    const double kernel = -z.squaredNorm() / (2 * bandwidth * bandwidth);
    if (!semiparametric) return kernel;
    const Eigen::VectorXd u = z - means_[c];
    return kernel + 0.5 * u.dot(whitened_precisions_[c] * u);
  }
  double common_weight(const Eigen::VectorXd& sum, double bandwidth, bool semiparametric) const {
    const auto n = static_cast<double>(clients());
    const double b2 = bandwidth * bandwidth, square = sum.squaredNorm() / n;
    const double kernel = square / (2 * b2);
    return semiparametric ? kernel - square / n / (2 * (1 + b2 / n)) : kernel;
  }

  std::vector<Eigen::MatrixXd> samples_, whitened_;  // theta and z, d x T
  std::vector<Eigen::VectorXd> means_;               // of z
  std::vector<Eigen::MatrixXd> precisions_, whitened_precisions_;
  Eigen::VectorXd mean_;
  Eigen::MatrixXd covariance_, lower_;
};

}  // namespace skald
