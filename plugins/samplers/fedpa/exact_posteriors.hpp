// The posteriors of clients whose mean losses are quadratic.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/model.hpp"
#include "skald/problem.hpp"

namespace skald {

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

}  // namespace skald
