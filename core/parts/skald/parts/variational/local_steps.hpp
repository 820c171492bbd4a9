// Local steps that lead a client's q to the Gaussian of least free energy.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <utility>

#include "skald/parts/variational/natural_gaussian.hpp"
#include "skald/parts/variational/site_options.hpp"

namespace skald {

// Natural-gradient steps towards the Gaussian of least free energy.

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

// IVON, the improved variational online Newton method.

// Steps for KL(q | cavity) - E_q log likelihood, q of the diagonal family with mean m and precision
// P (Shen et al., 2024, Variational learning is effective for large deep networks, algorithm 1).
// With g and G of expected_derivatives(), (L, l) the cavity's precision and shift, and k counted
// from 1, coordinate by coordinate,
//
//   gbar <- beta1 gbar + (1 - beta1) g,   gbar = 0 at first
//   P <- P + c + c^2 / (2 P),   c = (1 - beta2) (G + L - P)
//   m <- m - lr (gbar / (1 - beta1^k) + L m - l) / P
//
// With the paper's h, delta and effective sample size lambda, P is lambda (h + delta), and the term
// c^2 / (2 P) keeps it positive: P keeps at least half of itself. Noise in G makes P too large by
// the factor 1 + (1 - beta2) var(G) / (2 P^2). Where L < 0, as gbar lags behind L m, steps are
// stable only if -lr L / P < (1 - beta1) / beta1. The paper takes single draws where g and G take
// pairs.
class Ivon {
 public:
  Ivon(const NaturalGaussian& q, double beta1, double beta2)
      : beta1_(beta1),
        beta2_(beta2),
        precision_(q.precision),
        mean_(mean_of(q)),
        gbar_(Eigen::VectorXd::Zero(mean_.size())) {}

  template <class Gradients>
  void step(const NaturalGaussian& cavity, double lr, const Eigen::MatrixXd& normals,
            Gradients&& gradients) {
    const PrecisionFactor factor(precision_);
    const auto [g, G] = expected_derivatives(factor, mean_, normals, gradients);
    gbar_ = beta1_ * gbar_ + (1 - beta1_) * g;
    power_ *= beta1_;
    const Eigen::VectorXd c = (1 - beta2_) * (G + cavity.precision - precision_);
    precision_ += c + c.cwiseAbs2().cwiseQuotient(2 * precision_);
    mean_ -= lr * (gbar_ / (1 - power_) + cavity.gradient(mean_)).cwiseQuotient(precision_);
  }
  NaturalGaussian q() const { return gaussian(precision_, mean_); }

 private:
  double beta1_, beta2_;
  double power_ = 1;  // beta1^k
  Eigen::VectorXd precision_, mean_, gbar_;
};

// q after K steps of local_steps.hpp or of local_steps.hpp, as `options.local` says.
// normals(step) has `pairs` columns; gradients(step, points) are those of -log likelihood in that
// step.
template <class Options, class Normals, class Gradients>
NaturalGaussian local_steps(const Options& options, NaturalGaussian q,
                            const NaturalGaussian& cavity, Normals&& normals,
                            Gradients&& gradients) {
  const auto at = [&](std::int64_t step) {
    return [&gradients, step](const auto& points) { return gradients(step, points); };
  };
  if (options.local == "ivon") {
    Ivon ivon(q, options.beta1, options.beta2);
    for (std::int64_t step = 0; step < options.K; ++step) {
      ivon.step(cavity, options.lr, normals(step), at(step));
    }
    return ivon.q();
  }
  for (std::int64_t step = 0; step < options.K; ++step) {
    q = natural_step(q, cavity, options.lr, normals(step), at(step));
  }
  return q;
}

}  // namespace skald
