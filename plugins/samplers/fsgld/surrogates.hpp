// Gaussian surrogates of the clients' likelihoods, and the conducive gradient that they give.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald {

// One surrogate q_s = N(m_s, P_s^-1) per client, with a full precision P_s that all chains share.
// Kept as P_s and P_s m_s, whose sums over the clients describe the product of the surrogates.
class Surrogates {
 public:
  Surrogates(Index clients, Index dimension)
      : precisions_(static_cast<std::size_t>(clients), Eigen::MatrixXd::Zero(dimension, dimension)),
        shifts_(Eigen::MatrixXd::Zero(dimension, clients)),
        precision_sum_(Eigen::MatrixXd::Zero(dimension, dimension)),
        shift_sum_(Eigen::VectorXd::Zero(dimension)) {}

  // Each client once; `precision` symmetric.
  void set(Index client, const Eigen::MatrixXd& precision, const Eigen::VectorXd& mean) {
    precisions_[static_cast<std::size_t>(client)] = precision;
    shifts_.col(client) = precision * mean;
    precision_sum_ += precision;
    shift_sum_ += shifts_.col(client);
  }
  // g += grad U_q(theta) - grad U_qs(theta) / f, where U_qs = -log q_s and U_q = sum_s U_qs: zero
  // on average over s with probability f. One chain, d x 1.
  void add_conducive(Index client, double f, ConstBlock theta, Block g) const {
    const Eigen::VectorXd at = theta.column(0);
    const Eigen::MatrixXd& precision = precisions_[static_cast<std::size_t>(client)];
    g.column(0) += (precision_sum_ * at - shift_sum_) - (precision * at - shifts_.col(client)) / f;
  }

 private:
  std::vector<Eigen::MatrixXd> precisions_;
  Eigen::MatrixXd shifts_;
  Eigen::MatrixXd precision_sum_;
  Eigen::VectorXd shift_sum_;
};

// Surrogates with diagonal precisions, which every chain fits for itself.
class DiagonalSurrogates {
 public:
  void start(Index clients, Index dimension, Index chains) {
    chains_ = chains;
    for (auto* each : {&precisions_, &shifts_}) each->setZero(dimension, clients * chains);
    for (auto* sum : {&precision_sum_, &shift_sum_}) sum->setZero(dimension, chains);
  }
  // Each client once; precisions and means of all chains, d x C.
  void set(Index client, const Eigen::MatrixXd& precision, const Eigen::MatrixXd& mean) {
    precisions_.middleCols(client * chains_, chains_) = precision;
    shifts_.middleCols(client * chains_, chains_) = precision.cwiseProduct(mean);
    precision_sum_ += precision;
    shift_sum_ += precision.cwiseProduct(mean);
  }
  // As Surrogates::add_conducive(), for that chain.
  void add_conducive(Index client, double f, Index chain, ConstBlock theta, Block g) const {
    const Index own = client * chains_ + chain;
    const auto at = theta.column(0);
    g.column(0) += (precision_sum_.col(chain).cwiseProduct(at) - shift_sum_.col(chain)) -
                   (precisions_.col(own).cwiseProduct(at) - shifts_.col(own)) / f;
  }
  void add_state(std::vector<NamedBlock>& state) {
    state.push_back({"surrogate_precisions", view(precisions_)});
    state.push_back({"surrogate_shifts", view(shifts_)});
    state.push_back({"surrogate_precision_sum", view(precision_sum_)});
    state.push_back({"surrogate_shift_sum", view(shift_sum_)});
  }

 private:
  Index chains_ = 0;
  Eigen::MatrixXd precisions_, shifts_;  // client c holds columns [c C, (c + 1) C)
  Eigen::MatrixXd precision_sum_, shift_sum_;
};

// Laplace's approximation of a client's likelihood.
struct LaplaceApproximation {
  Eigen::MatrixXd precision;  // Hessian of U_c at the mode
  Eigen::VectorXd mode;
};

namespace detail {

inline Eigen::VectorXd gradient_at(Problem& problem, Index client, const Eigen::VectorXd& theta) {
  const Eigen::MatrixXd at = theta;
  Eigen::MatrixXd out(theta.size(), 1);
  problem.gradient(client, view(at), view(out));
  return out.col(0);
}

// By central differences of the gradient, one block of 2 d columns; symmetric.
inline Eigen::MatrixXd hessian_at(Problem& problem, Index client, const Eigen::VectorXd& theta) {
  const Index d = theta.size();
  Eigen::MatrixXd at = theta.replicate(1, 2 * d), gradients(d, 2 * d);
  for (Index i = 0; i < d; ++i) {
    const double width = 1e-5 * (1 + std::abs(theta[i]));
    at(i, i) += width;
    at(i, d + i) -= width;
  }
  problem.gradient(client, view(std::as_const(at)), view(gradients));
  Eigen::MatrixXd hessian(d, d);
  for (Index i = 0; i < d; ++i) {
    hessian.col(i) = (gradients.col(i) - gradients.col(d + i)) / (at(i, i) - at(i, d + i));
  }
  return (hessian + hessian.transpose()) / 2;
}

}  // namespace detail

// Newton's method from 0, damped until the gradient gets shorter. Takes one full gradient, and 2 d
// + (number of trials) per step. Throws std::invalid_argument where the potential is not strictly
// convex along the path or has no mode.
inline LaplaceApproximation laplace_approximation(Problem& problem, Index client) {
  const auto fail = [&](const char* why) {
    return std::invalid_argument("no Laplace approximation for client " + std::to_string(client) +
                                 ": its potential " + why +
                                 "; give the model a proper prior or use another surrogate");
  };
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(problem.dimension());
  Eigen::VectorXd gradient = detail::gradient_at(problem, client, theta);
  for (int step = 0; step < 100; ++step) {
    const Eigen::MatrixXd hessian = detail::hessian_at(problem, client, theta);
    const Eigen::LLT<Eigen::MatrixXd> factor(hessian);
    if (factor.info() != Eigen::Success) throw fail("is not strictly convex");
    const Eigen::VectorXd move = factor.solve(gradient);
    if (move.norm() <= 1e-9 * (1 + theta.norm())) return {hessian, theta};
    double length = 1;
    Eigen::VectorXd next = theta - move;
    Eigen::VectorXd next_gradient = detail::gradient_at(problem, client, next);
    while (!(next_gradient.norm() < gradient.norm()) && length > 1e-6) {
      length /= 2;
      next = theta - length * move;
      next_gradient = detail::gradient_at(problem, client, next);
    }
    theta = next;
    gradient = next_gradient;
  }
  throw fail("has no mode that Newton's method finds within 100 steps");
}

}  // namespace skald
