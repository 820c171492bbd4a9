// Laplace's approximation of a client's likelihood.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "skald/problem.hpp"

namespace skald {

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
