// Federated posterior averaging: a client's update from samples of its posterior.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "fedpa/fedpa_options.hpp"
#include "skald/block.hpp"
#include "skald/model.hpp"
#include "skald/parts/federated/stated/stated_method.hpp"
#include "skald/problem.hpp"

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

// How far to shrink the covariance of a client's samples, as the samples themselves suggest.

// Of the covariance S (divisor l - 1) of l samples in d dimensions.
struct CovarianceTraces {
  double d = 0;
  double freedom = 0;    // l - 1: S has the law of a mean of so many squares x x' of known mean 0
  double trace = 0;      // tr S
  double of_square = 0;  // tr S^2
};

// Samples are the columns, two at least. In O(l^2 d): S and the samples' Gram matrix have the same
// eigenvalues, apart from zeros.
inline CovarianceTraces covariance_traces(const Eigen::MatrixXd& samples) {
  const auto freedom = static_cast<double>(samples.cols() - 1);
  const Eigen::VectorXd mean = samples.rowwise().mean();
  const Eigen::MatrixXd centred = samples.colwise() - mean;
  const Eigen::MatrixXd gram = centred.transpose() * centred;
  return {static_cast<double>(samples.rows()), freedom, gram.trace() / freedom,
          gram.squaredNorm() / (freedom * freedom)};
}

// Chen, Wiesel, Eldar and Hero (2010), Shrinkage algorithms for MMSE covariance estimation. For
// Gaussian samples with covariance Sigma, the r that minimises E |r tr(S)/d I + (1 - r) S -
// Sigma|^2 is
//
//   ((1 - 2/d) tr Sigma^2 + tr^2 Sigma) / ((n + 1 - 2/d) tr Sigma^2 + (1 - n/d) tr^2 Sigma)
//
// (theorem 1), where n counts samples of known mean: here, with their mean estimated, n = l - 1.
// Of the unknown Sigma, rblw makes the Rao-Blackwell estimate (equations 17 to 19), oas the limit
// of iterating the formula at its own estimate (equation 23). Both are at most 1.
inline double shrinkage_of(double numerator, double spread, const CovarianceTraces& t) {
  const double excess = t.of_square - t.trace * t.trace / t.d;  // 0 if S is a multiple of I
  return excess > 0 && numerator < spread * excess ? numerator / (spread * excess) : 1;
}
inline double rblw_shrinkage(const CovarianceTraces& t) {
  const double n = t.freedom;
  return shrinkage_of((n - 2) / n * t.of_square + t.trace * t.trace, n + 2, t);
}
inline double oas_shrinkage(const CovarianceTraces& t) {
  return shrinkage_of((1 - 2 / t.d) * t.of_square + t.trace * t.trace, t.freedom + 1 - 2 / t.d, t);
}

// (r tr(S)/d I + (1 - r) S)^-1 (x_0 - mean of the samples), 0 < r <= 1, in O(l^2 d): the recursion
// gives (I + (l - 1) c S)^-1 times 1 + (l - 1) c. Not finite if all samples are the same.
inline Eigen::VectorXd shrunk_posterior_delta(const Eigen::VectorXd& x0,
                                              const Eigen::MatrixXd& samples,
                                              const CovarianceTraces& t, double r) {
  const double identity = r * t.trace / t.d;
  const double shrink = (1 - r) / identity / t.freedom;
  PosteriorAverage average(x0.size(), samples.cols(), shrink);
  average.start(x0);
  for (Index i = 0; i < samples.cols(); ++i) average.add(samples.col(i));
  return average.delta() / (identity * (1 + t.freedom * shrink));
}
// The same by forming and solving, in O(d^3).
inline Eigen::VectorXd dense_shrunk_delta(const Eigen::VectorXd& x0, const Eigen::MatrixXd& samples,
                                          const CovarianceTraces& t, double r) {
  const Eigen::VectorXd mean = samples.rowwise().mean();
  const Eigen::MatrixXd centred = samples.colwise() - mean;
  Eigen::MatrixXd sigma = (1 - r) / t.freedom * (centred * centred.transpose());
  sigma.diagonal().array() += r * t.trace / t.d;
  return sigma.llt().solve(x0 - mean);
}

// The posteriors of clients whose mean losses are quadratic.

// The posterior N(mu, A^-1) of a quadratic mean loss 1/2 (theta - mu)' A (theta - mu).
struct ExactPosterior {
  Eigen::MatrixXd curvature;  // A, d x d
  Eigen::MatrixXd minimiser;  // mu, d x 1
  Eigen::LLT<Eigen::MatrixXd> factor;

  // A (theta - mu), FedPA's update.
  Eigen::VectorXd delta(const Eigen::VectorXd& theta) const {
    return curvature * (theta - minimiser.col(0));
  }
  // Makes d standard normals a sample.
  void make_sample(Eigen::VectorXd& normals) const {
    factor.matrixU().solveInPlace(normals);
    normals += minimiser.col(0);
  }
};

// Those of all clients. Throws std::invalid_argument if the model does not declare that they are
// Gaussian, or if one has no covariance.
inline std::vector<ExactPosterior> exact_posteriors(const Problem& problem) {
  const auto* quadratics =
      static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
  if (quadratics == nullptr) {
    throw std::invalid_argument(
        "posterior is sampled or exact, but the model does not declare that its potentials are "
        "quadratic: set posterior to 'iasg'");
  }
  const Index d = problem.dimension();
  std::vector<ExactPosterior> all(static_cast<std::size_t>(problem.clients()));
  for (Index c = 0; c < problem.clients(); ++c) {
    ExactPosterior& posterior = all[static_cast<std::size_t>(c)];
    posterior.curvature.resize(d, d);
    posterior.minimiser.resize(d, 1);
    quadratics->quadratic(problem.rows(c), problem.prior_share(c), view(posterior.curvature),
                          view(posterior.minimiser));
    posterior.curvature /= static_cast<double>(problem.examples(c));
    posterior.factor.compute(posterior.curvature);
    if (posterior.factor.info() == Eigen::Success) continue;
    throw std::invalid_argument("the curvature of client " + std::to_string(c) +
                                "'s loss is not positive definite, so its posterior is not "
                                "Gaussian: set posterior to 'iasg'");
  }
  return all;
}

// The updates of FedPA's clients once more, on quadratic losses and all rows.
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
