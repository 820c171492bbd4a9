// Natural-gradient steps towards the Gaussian of least free energy.
#pragma once

#include <Eigen/Core>
#include <utility>

#include "skald/parts/variational/natural_gaussian.hpp"

namespace skald {

// Expectations over q: of the gradient of -log likelihood, and of its Hessian in q's family.
struct ExpectedDerivatives {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
};

// Estimates from pairs of draws. With x = m +- e, m the mean of q and e ~ N(0, P^-1), and g+, g-
// the gradients of -log likelihood at both,
//
//   g = mean of (g+ + g-) / 2,   G = mean of P e (g+ - g-)' / 2, made symmetric
//
// where E g = E_q grad and E G = E_q Hess (Stein's identity). If the likelihood is Gaussian, the
// draws leave no noise in g. `normals` has one column for every e; gradients(points) returns those
// at the columns of `points`.
template <class Gradients>
ExpectedDerivatives expected_derivatives(const PrecisionFactor& factor, const Eigen::VectorXd& m,
                                         const Eigen::MatrixXd& normals, Gradients&& gradients) {
  const Index pairs = normals.cols();
  Eigen::MatrixXd points(m.size(), 2 * pairs);
  points.leftCols(pairs) = normals;
  factor.make_deviations(points.leftCols(pairs));
  points.rightCols(pairs) = -points.leftCols(pairs);
  points.colwise() += m;

  const Eigen::MatrixXd slopes = gradients(std::as_const(points));
  return {slopes.rowwise().mean(),
          family::mean_product(factor.forces(normals),
                               (slopes.leftCols(pairs) - slopes.rightCols(pairs)) / 2,
                               factor.is_diagonal())};
}

// A step for KL(q | cavity) - E_q log likelihood (Khan and Lin, 2017, Conjugate-computation
// variational inference), with g and G as above:
//
//   q <- q^(1 - lr) (cavity exp(-x' G x / 2 + (G m - g)' x))^lr
//
// Where q is far from its goal, lr is halved until the step leaves at least half of P in every
// direction and moves the mean by at most the usual length of e.
template <class Gradients>
NaturalGaussian natural_step(const NaturalGaussian& q, const NaturalGaussian& cavity, double lr,
                             const Eigen::MatrixXd& normals, Gradients&& gradients) {
  const PrecisionFactor factor(q.precision);
  const Eigen::VectorXd m = factor.solve(q.shift);
  const auto [g, G] = expected_derivatives(factor, m, normals, gradients);
  NaturalGaussian likelihood{G, family::product(G, m) - g};
  const NaturalGaussian goal = std::move(likelihood) * cavity;

  const auto is_near = [&](const NaturalGaussian& next) {
    if (!PrecisionFactor(next.precision - q.precision / 2).is_positive()) return false;
    const Eigen::VectorXd move = mean_of(next) - m;
    return move.dot(family::product(q.precision, move)) <= static_cast<double>(m.size());
  };
  for (double length = lr; length > 1e-12 * lr; length /= 2) {
    NaturalGaussian next = pow(q, 1 - length) * pow(goal, length);
    if (is_near(next)) return next;
  }
  return q;
}

}  // namespace skald
