// The factors of a tempered posterior: the Gaussian prior, and the clients' likelihoods.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "skald/context.hpp"
#include "skald/parts/compiled.hpp"
#include "skald/parts/variational/natural_gaussian.hpp"

namespace skald {

// exp(-U / T) = prior^(1/T) prod_c likelihood_c^(1/T). A likelihood is what remains of a client's
// potential U_c without its share of the prior.
class TemperedModel {
 public:
  // exp(-x' H x / 2 + s' x): a likelihood, H d x d.
  using Quadratic = NaturalGaussian;

  // Reads no rows. Throws std::invalid_argument if the model does not state that its prior is
  // Gaussian.
  void start(Problem& problem, double temp);
  // Reads the rows' potentials, once. Throws std::invalid_argument if the model does not state that
  // they are quadratic.
  void read_quadratics(Problem& problem);
  // The tempered prior, its precision a diagonal.
  const NaturalGaussian& prior() const { return prior_; }
  bool is_quadratic() const { return is_quadratic_; }
  // The client's tempered likelihood, after read_quadratics().
  const Quadratic& likelihood(Index client) const {
    return quadratics_[static_cast<std::size_t>(client)];
  }
  // Gradients of -log of the client's tempered likelihood at the columns of `at`, estimated from
  // `rows`.
  Eigen::MatrixXd gradient(Problem& problem, Index client, const Rows& rows,
                           const Eigen::MatrixXd& at) const;

 private:
  static NaturalGaussian prior_of(Problem& problem);
  Quadratic quadratic_of(Problem& problem, Index client) const;

  double temp_ = 1;
  bool is_quadratic_ = false;
  NaturalGaussian prior_;
  std::vector<Quadratic> quadratics_;  // of every client
};

}  // namespace skald
