// IVON, the improved variational online Newton method.
#pragma once

#include <Eigen/Core>

#include "skald/parts/variational/natural_gradient.hpp"

namespace skald {

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

}  // namespace skald
