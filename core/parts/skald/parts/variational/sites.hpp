// The sites of all clients: the Gaussian factors that stand for their likelihoods.
#pragma once

#include <Eigen/Core>

#include "skald/parts/variational/natural_gaussian.hpp"
#include "skald/sampler.hpp"

namespace skald {

// One site t_c per client and replicate, in one block: a column is a precision, then its shift.
class Sites {
 public:
  // All sites of all replicates are flat.
  void start(Index d, bool diagonal, Index clients, Index replicates) {
    d_ = d;
    columns_ = diagonal ? 1 : d;
    clients_ = clients;
    values_.setZero(d * (columns_ + 1), clients * replicates);
  }
  NaturalGaussian get(Index client, Index replicate) const {
    const auto column = values_.col(replicate * clients_ + client);
    return {column.head(d_ * columns_).reshaped(d_, columns_), column.tail(d_)};
  }
  void set(Index client, Index replicate, const NaturalGaussian& site) {
    auto column = values_.col(replicate * clients_ + client);
    column.head(d_ * columns_) = site.precision.reshaped();
    column.tail(d_) = site.shift;
  }
  // The product of a replicate's sites.
  NaturalGaussian product(Index replicate) const {
    const Eigen::VectorXd sum = values_.middleCols(replicate * clients_, clients_).rowwise().sum();
    return {sum.head(d_ * columns_).reshaped(d_, columns_), sum.tail(d_)};
  }
  // Replaces every site by their geometric mean: clients then have one site in common.
  void share(Index replicate) {
    const NaturalGaussian mean = pow(product(replicate), 1 / static_cast<double>(clients_));
    for (Index c = 0; c < clients_; ++c) set(c, replicate, mean);
  }
  NamedBlock state() { return {"sites", view(values_)}; }

 private:
  Index d_ = 0, columns_ = 0, clients_ = 0;
  Eigen::MatrixXd values_;
};

}  // namespace skald
