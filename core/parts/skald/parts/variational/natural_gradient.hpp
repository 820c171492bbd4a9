// Natural-gradient steps towards the Gaussian of least free energy.
#pragma once

#include <Eigen/Core>
#include <utility>

#include "skald/parts/variational/natural_gaussian.hpp"

namespace skald {

// A step for KL(q | cavity) - E_q log likelihood (Khan and Lin, 2017, Conjugate-computation
// variational inference). With x = m +- e, m the mean of q and e ~ N(0, P^-1), and g+, g- the
// gradients of -log likelihood at both,
//
//   q <- q^(1 - lr) (cavity exp(-x' G x / 2 + (G m - g)' x))^lr
//   g = mean of (g+ + g-) / 2,   G = mean of P e (g+ - g-)' / 2, made symmetric
//
// where E g = E_q grad and E G = E_q Hess (Stein's identity). If the likelihood is Gaussian, the
// draws leave no noise in g. Where q is far from its goal, lr is halved until the step leaves at
// least half of P in every direction and moves the mean by at most the usual length of e. `normals`
// has one column for every e; gradients(points) returns those at the columns of `points`.
template <class Gradients>
NaturalGaussian natural_step(const NaturalGaussian& q, const NaturalGaussian& cavity, double lr,
                             const Eigen::MatrixXd& normals, Gradients&& gradients) {
  const Index pairs = normals.cols();
  const PrecisionFactor factor(q.precision);
  const Eigen::VectorXd m = factor.solve(q.shift);
  Eigen::MatrixXd points(m.size(), 2 * pairs);
  points.leftCols(pairs) = normals;
  factor.make_deviations(points.leftCols(pairs));
  points.rightCols(pairs) = -points.leftCols(pairs);
  points.colwise() += m;

  const Eigen::MatrixXd slopes = gradients(std::as_const(points));
  const Eigen::VectorXd g = slopes.rowwise().mean();
  const Eigen::MatrixXd G =
      family::mean_product(factor.forces(normals),
                           (slopes.leftCols(pairs) - slopes.rightCols(pairs)) / 2, q.is_diagonal());
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
