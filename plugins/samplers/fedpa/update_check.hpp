// How far the updates of a round are from the exact ones that they estimate, and how much their
// samples are worth.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "skald/parts/federated/rounds.hpp"

namespace skald {

// The number of equally weighted draws that a weighted sample is worth.

// (sum w)^2 / sum w^2 of weights given by their logarithms (Kish), safe against overflow. NaN when
// there are none or all are zero.
inline double kish_ess(std::span<const double> log_weights) {
  if (log_weights.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double largest = *std::max_element(log_weights.begin(), log_weights.end());
  double sum = 0, squares = 0;
  for (const double log_weight : log_weights) {
    const double weight = std::exp(log_weight - largest);
    sum += weight;
    squares += weight * weight;
  }
  return sum * sum / squares;
}

// The logarithm of the weight exp(-F_c) of a sample of the participant's posterior.
inline double log_weight(const Participant& at, const Eigen::VectorXd& sample) {
  const Problem& problem = at.round.context.problem;
  double potential = 0;
  problem.potential(at.client, {sample.data(), sample.size(), 1, sample.size()}, {&potential, 1});
  return -potential / static_cast<double>(problem.examples(at.client));
}

// The error of an update is its distance from the gradient of F_c at theta, which it is of a
// quadratic F_c.
class UpdateCheck {
 public:
  // Forgets all updates; at most `updates` will be added.
  void start(Index dimension, Index updates) {
    errors_.resize(dimension, updates);
    exact_.resize(dimension, 1);
    count_ = sampled_ = 0;
    angles_ = effective_samples_ = 0;
  }
  // `log_weights`: of the samples behind the update; none if there are no samples. What it takes is
  // not charged to the algorithm: nobody else may count meanwhile.
  void add(const Participant& at, const Eigen::VectorXd& update,
           const std::vector<double>& log_weights) {
    const Context& context = at.round.context;
    const Ledger ledger = context.ledger;
    context.problem.gradient(at.client, at.round.server, view(exact_));
    context.ledger = ledger;
    add(update, exact_.col(0) / static_cast<double>(context.problem.examples(at.client)));
    if (log_weights.empty()) return;
    effective_samples_ += kish_ess(log_weights);
    ++sampled_;
  }
  // What has no value is not recorded: errors need an update, their covariance two.
  void record(Recorder& recorder) const {
    if (count_ > 0) {
      recorder.record("update_bias", errors().rowwise().mean().norm());
      recorder.record("update_angle", angles_ / static_cast<double>(count_));
    }
    if (count_ > 1) recorder.record("update_covariance", covariance_norm());
    if (sampled_ > 0) {
      recorder.record("sample_ess", effective_samples_ / static_cast<double>(sampled_));
    }
  }

 private:
  void add(const Eigen::VectorXd& update, const Eigen::VectorXd& exact) {
    errors_.col(count_++) = update - exact;
    const double projection = update.dot(exact) / exact.norm();
    angles_ += std::atan2((update - projection / exact.norm() * exact).norm(), projection);
  }
  Eigen::MatrixXd::ConstColsBlockXpr errors() const { return errors_.leftCols(count_); }
  // Frobenius norm of the errors' covariance (divisor: updates - 1), which is that of the Gram
  // matrix of the centred errors.
  double covariance_norm() const {
    const Eigen::MatrixXd centred = errors().colwise() - errors().rowwise().mean();
    return (centred.transpose() * centred).norm() / static_cast<double>(count_ - 1);
  }

  Eigen::MatrixXd errors_;  // a column per update
  Eigen::MatrixXd exact_;   // d x 1
  Index count_ = 0, sampled_ = 0;
  double angles_ = 0;             // between update and exact one, in radians, summed: their error
                                  // apart from the size of the server's step
  double effective_samples_ = 0;  // summed over the updates that use samples
};

}  // namespace skald
