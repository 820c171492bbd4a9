// What the clients' statistics may truly be, given those that they sent with noise.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "linear/matrices.hpp"
#include "skald/block.hpp"

namespace skald {

// Of log |P|, for P > 0; not a number otherwise.
inline double log_determinant(const Eigen::LLT<Eigen::MatrixXd>& factor) {
  if (factor.info() != Eigen::Success) return std::numeric_limits<double>::quiet_NaN();
  return 2 * factor.matrixLLT().diagonal().array().log().sum();
}

// Sent by a client of so many rows: A and b with noise of that variance, isotropic among symmetric
// matrices and vectors.
struct NoisyStatistics {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
  double variance, rows;
};

// The curvatures of rows x are x x' of x ~ N(0, Sigma), so that A_c ~ Wishart(n_c, Sigma). Sigma is
// public, a multiple of the identity, or unknown, inverse Wishart with d + 2 degrees of freedom and
// the mean largest / d * I: |x|^2 is at most `largest`.
struct RowLaw {
  std::optional<double> curvature;
  double largest = 1;
  double rows = 0;  // of all clients

  // Up to a constant and the factors |A_c|^((n_c - d - 1) / 2): of all A_c, whose sum is given,
  // with Sigma integrated out.
  double log_density(const Eigen::MatrixXd& sum) const {
    if (curvature) return -sum.trace() / (2 * *curvature);
    Eigen::MatrixXd shifted = sum;
    const auto d = static_cast<double>(sum.rows());
    shifted.diagonal().array() += largest / d;
    const double freedom = d + 2 + rows;
    return -0.5 * freedom * log_determinant(Eigen::LLT<Eigen::MatrixXd>(shifted));
  }
};

// A Gibbs sampler of one chain over theta and the true curvatures A_c, with
//
//   theta ~ N(0, I / prior),  b_c | A_c, theta ~ N(A_c theta, A_c),  A_c by RowLaw
//
// from which messages differ by their noise. The b_c are integrated out. A_c moves by Metropolis
// steps A -> G A G', with G = (I - E / 2)^-1 (I + E / 2) for a Gaussian E of mean 0: the inverse
// move has -E, and the volume element grows by |G|^(d + 1).
class TrueStatistics {
 public:
  TrueStatistics(std::vector<NoisyStatistics> sent, const RowLaw& law, double prior)
      : sent_(std::move(sent)), law_(law), prior_(prior) {
    const Index d = sent_.front().b.size();
    NoisyStatistics all{Eigen::MatrixXd::Zero(d, d), Eigen::VectorXd::Zero(d), 0, 0};
    for (const NoisyStatistics& one : sent_) {
      all.A += one.A;
      all.variance += one.variance;
      all.rows += one.rows;
      steps_.emplace_back(one, law.largest);
    }
    steps_of_all_.emplace(all, law.largest);
  }

  Index clients() const { return std::ssize(sent_); }
  // Near what was sent, and positive definite.
  Eigen::MatrixXd first(Index c) const { return steps_[index(c)].reference(); }
  // Continues from these curvatures.
  void set(std::vector<Eigen::MatrixXd> A) {
    A_ = std::move(A);
    add_up();
  }
  const Eigen::MatrixXd& A(Index c) const { return A_[index(c)]; }

  // Metropolis steps of A_c given all else, one for each d^2 normals and one uniform; returns how
  // many were accepted.
  int move(Index c, const Eigen::VectorXd& theta, const Eigen::VectorXd& normals,
           const Eigen::VectorXd& uniforms) {
    Eigen::MatrixXd& A = A_[index(c)];
    const Index d = A.rows();
    double here = log_density(c, A, theta) + law_.log_density(sum_);
    int accepted = 0;
    for (Index i = 0; i < uniforms.size(); ++i) {
      const Move G = steps_[index(c)].draw(length(i) * normals.segment(i * d * d, d * d));
      const Eigen::MatrixXd to = G.of(A), sum = sum_ + to - A;
      const double there = log_density(c, to, theta) + law_.log_density(sum);
      if (!is_accepted(uniforms[i], there - here + G.log_volume())) continue;
      A = to;
      sum_ = sum;
      here = there;
      ++accepted;
    }
    return accepted;
  }
  // Metropolis steps of all A_c by the same G, of what clients have in common, with theta
  // integrated out: theta must be drawn next.
  int move_all(const Eigen::VectorXd& normals, const Eigen::VectorXd& uniforms) {
    const Index d = sum_.rows();
    double here = law_.log_density(sum_) + given(A_).log_evidence;
    for (Index c = 0; c < clients(); ++c) here += log_sent(c, A(c));
    int accepted = 0;
    for (Index i = 0; i < uniforms.size(); ++i) {
      const Move G = steps_of_all_->draw(length(i) * normals.segment(i * d * d, d * d));
      std::vector<Eigen::MatrixXd> to;
      const Eigen::MatrixXd sum = G.of(sum_);
      double there = law_.log_density(sum), volume = 0;
      for (Index c = 0; c < clients(); ++c) {
        to.push_back(G.of(A(c)));
        there += log_sent(c, to.back());
        volume += G.log_volume();
      }
      there += given(to).log_evidence;
      if (!is_accepted(uniforms[i], there - here + volume)) continue;
      A_ = std::move(to);
      sum_ = sum;
      here = there;
      ++accepted;
    }
    add_up();  // without the rounding of the steps, as set() does
    return accepted;
  }
  // theta given all A_c, from d normals.
  Eigen::VectorXd draw(const Eigen::VectorXd& normals) const {
    const Posterior found = given(A_);
    return found.P.solve(found.shift) + found.P.matrixU().solve(normals);
  }

 private:
  struct Move {
    Eigen::MatrixXd G;
    Eigen::MatrixXd of(const Eigen::MatrixXd& A) const {
      const Eigen::MatrixXd to = G * A * G.transpose();
      return (to + to.transpose()) / 2;
    }
    double log_volume() const {
      return static_cast<double>(G.rows() + 1) * std::log(std::abs(G.determinant()));
    }
  };
  // Steps as long as the law of A near what was sent is wide: in its eigenbasis, entry (i, j) has
  // the variance 1 / (1 / s^2 + n / (2 l_i l_j)) by noise and Wishart law.
  class Steps {
   public:
    Steps(const NoisyStatistics& sent, double largest) {
      const linear::Spectrum found = linear::spectrum(sent.A);
      basis_ = found.vectors;
      const Index d = found.values.size();
      const double most = sent.rows * largest, usual = most / static_cast<double>(d);
      const double least = std::min(std::sqrt(sent.variance), usual);
      values_ = found.values.cwiseMax(least).cwiseMin(most);
      const double scale = 2.4 / std::sqrt(0.5 * static_cast<double>(d * (d + 1)));
      scales_.resize(d, d);
      for (Index i = 0; i < d; ++i) {
        for (Index j = 0; j < d; ++j) {
          const double wishart = sent.rows / (2 * values_[i] * values_[j]);
          scales_(i, j) = scale / std::sqrt(1 / sent.variance + wishart) / (2 * values_[j]);
        }
      }
    }
    Eigen::MatrixXd reference() const { return basis_ * values_.asDiagonal() * basis_.transpose(); }
    Move draw(const Eigen::VectorXd& normals) const {
      const Index d = basis_.rows();
      const Eigen::MatrixXd half = scales_.cwiseProduct(normals.reshaped(d, d)) / 2;
      const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(d, d);
      return {basis_ * (one - half).partialPivLu().solve(one + half) * basis_.transpose()};
    }

   private:
    Eigen::MatrixXd basis_, scales_;
    Eigen::VectorXd values_;
  };

  // Where theta says much of A, only the short steps are accepted.
  static double length(Index i) { return i % 2 == 0 ? 1 : 0.3; }
  static std::size_t index(Index c) { return static_cast<std::size_t>(c); }
  // False for what is not a number: no A that is not positive definite is accepted.
  static bool is_accepted(double uniform, double log_ratio) {
    return std::log(uniform) < log_ratio;
  }
  // A + s^2 I, the covariance of the b that client c sent.
  Eigen::LLT<Eigen::MatrixXd> with_noise(Index c, Eigen::MatrixXd A) const {
    A.diagonal().array() += sent_[index(c)].variance;
    return Eigen::LLT<Eigen::MatrixXd>(A);
  }
  void add_up() {
    sum_.setZero(A_.front().rows(), A_.front().cols());
    for (const Eigen::MatrixXd& one : A_) sum_ += one;
  }
  // Of A_c given its message's A, up to a constant and to RowLaw's part.
  double log_sent(Index c, const Eigen::MatrixXd& A) const {
    const NoisyStatistics& sent = sent_[index(c)];
    const double power = 0.5 * (sent.rows - static_cast<double>(A.rows()) - 1);
    return power * log_determinant(Eigen::LLT<Eigen::MatrixXd>(A)) -
           (sent.A - A).squaredNorm() / (2 * sent.variance);
  }
  // The same given b and theta, too.
  double log_density(Index c, const Eigen::MatrixXd& A, const Eigen::VectorXd& theta) const {
    const auto noisy = with_noise(c, A);
    const Eigen::VectorXd residual = sent_[index(c)].b - A * theta;
    return log_sent(c, A) - 0.5 * log_determinant(noisy) -
           0.5 * residual.dot(noisy.solve(residual));
  }
  // theta's law given all A_c and what was sent.
  struct Posterior {
    Eigen::LLT<Eigen::MatrixXd> P;
    Eigen::VectorXd shift;
    double log_evidence;  // of the b that were sent, up to a constant
  };
  Posterior given(const std::vector<Eigen::MatrixXd>& all) const {
    const Index d = sum_.rows();
    Eigen::MatrixXd P = prior_ * Eigen::MatrixXd::Identity(d, d);
    Eigen::VectorXd shift = Eigen::VectorXd::Zero(d);
    double log_evidence = 0;
    for (Index c = 0; c < clients(); ++c) {
      const Eigen::MatrixXd& A = all[index(c)];
      const auto noisy = with_noise(c, A);
      const Eigen::VectorXd& b = sent_[index(c)].b;
      const Eigen::VectorXd likely = noisy.solve(b);
      P += A * noisy.solve(A);
      shift += A * likely;
      log_evidence -= 0.5 * (log_determinant(noisy) + b.dot(likely));
    }
    const Eigen::LLT<Eigen::MatrixXd> factor(P);
    log_evidence += 0.5 * (shift.dot(factor.solve(shift)) - log_determinant(factor));
    return {factor, shift, log_evidence};
  }

  std::vector<NoisyStatistics> sent_;
  RowLaw law_;
  double prior_;
  std::vector<Steps> steps_;
  std::optional<Steps> steps_of_all_;
  std::vector<Eigen::MatrixXd> A_;
  Eigen::MatrixXd sum_;
};

}  // namespace skald
