// The state of a federation as an AffineChain tells it: vectors of clients, one after the other.
#pragma once

#include <Eigen/Core>
#include <span>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/langevin/stacked_vectors.hpp"

namespace skald {

class ClientVectors : public StackedVectors {
 public:
  ClientVectors(const QuadraticClients& clients, std::span<const double> weights, Index vectors)
      : StackedVectors(vectors, clients.dimension()), weights_(weights) {}

  Index clients() const { return static_cast<Index>(weights_.size()); }
  double weight(Index c) const { return weights_[static_cast<std::size_t>(c)]; }
  // sum_c w_c times the vectors from `first` on, one of each client: a d x n matrix.
  Eigen::MatrixXd average(Index first) const {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(d(), size());
    for (Index c = 0; c < clients(); ++c) sum += weight(c) * (*this)[first + c];
    return sum;
  }
  // The vector of client c of those from `first` on whose weighted sum is zero: all but the last
  // client's are in the state.
  Eigen::MatrixXd zero_sum(Index first, Index c) const {
    if (c + 1 < clients()) return (*this)[first + c];
    Eigen::MatrixXd last = Eigen::MatrixXd::Zero(d(), size());
    for (Index k = 0; k + 1 < clients(); ++k) last -= weight(k) / weight(c) * (*this)[first + k];
    return last;
  }
  // The rows of vector i of what maps the state, or is added to it.
  auto rows(Eigen::MatrixXd& map, Index i) const { return map.middleRows(i * d(), d()); }
  // The covariance of vectors i and j.
  auto block(Eigen::MatrixXd& noise, Index i, Index j) const {
    return noise.block(i * d(), j * d(), d(), d());
  }
  // Adds noise of those variances to the vectors from `first` on, one of each client: common to
  // all, and of client c its own, of variance own / w_c.
  void add_noise(Eigen::MatrixXd& noise, Index first, double common, double own) const {
    for (Index a = 0; a < clients(); ++a) {
      for (Index b = 0; b < clients(); ++b)
        block(noise, first + a, first + b).diagonal().array() += common;
      block(noise, first + a, first + a).diagonal().array() += own / weight(a);
    }
  }

 private:
  std::span<const double> weights_;
};

}  // namespace skald
