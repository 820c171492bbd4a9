// The updates of FedPA's clients once more, on quadratic losses and all rows.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <vector>

#include "fedpa/fedpa_options.hpp"
#include "skald/parts/federated/stated/stated_method.hpp"

namespace skald {

class StatedPosteriorAverage final : public StatedMethod {
 public:
  explicit StatedPosteriorAverage(const FedPaOptions& o) : options_(o) {}

  // Other choices of the covariance magnify rounding, where all samples come to one point.
  bool is_stated(Index /*clients*/) const override {
    return options_.burn_rounds == 0 && options_.posterior != "sampled" &&
           options_.shrinkage == "given";
  }
  bool is_affine() const override { return is_exact(); }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort) {
      // A_c (theta - mu_c) is the gradient of F_c.
      moves.push_back(is_exact() ? -1 * client.gradient(round.theta) : from_samples(round, client));
    }
    return moves;
  }

 private:
  bool is_exact() const { return options_.posterior == "exact"; }

  // -Sigma^-1 (theta - mean) of iterates' averages; on all rows a pass is one step.
  AffineVector from_samples(const StatedRound& round, const StatedClient& client) const {
    const bool passes = options_.epochs.has_value();
    AffineVector y = round.theta, v = round.nothing();
    std::int64_t done = 0;
    const auto iterate = [&](std::int64_t steps) {
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(y.shift.size());
      for (std::int64_t step = 0; step < steps; ++step) {
        v = round.steps.momentum * v + client.gradient(y);
        y -= round.rate(client, done++) * v;
        sum += y.shift;
      }
      return sum;
    };
    iterate(passes ? options_.passes_before() : options_.burn_steps);
    Eigen::MatrixXd x(y.shift.size(), options_.samples());
    for (Index t = 0; t < x.cols(); ++t) {
      if (t > 0 && !passes) iterate(options_.discard_steps);
      const std::int64_t averaged = passes ? 1 : options_.avg_steps;
      x.col(t) = iterate(averaged) / static_cast<double>(averaged);
    }
    const Eigen::VectorXd mean = x.rowwise().mean();
    AffineVector move = round.nothing();
    move.shift = sigma(x.colwise() - mean).ldlt().solve(mean - round.theta.shift);
    return move;
  }
  Eigen::MatrixXd sigma(const Eigen::MatrixXd& centred) const {
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(centred.rows(), centred.rows());
    const auto n = static_cast<double>(centred.cols() - 1);
    if (n == 0) return I;
    const double r = 1 / (1 + n * options_.shrink);
    return r * I + (1 - r) / n * (centred * centred.transpose());
  }

  FedPaOptions options_;
};

}  // namespace skald
