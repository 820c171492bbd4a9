// The state of a federation as an AffineChain tells it: vectors of clients, one after the other.
#pragma once

#include <Eigen/Core>
#include <span>

#include "skald/extensions/affine_chain.hpp"

namespace skald {

// A state of so many vectors of d numbers, each of which is a linear function of the state: a
// matrix of d rows.
class ClientVectors {
 public:
  ClientVectors(const QuadraticClients& clients, std::span<const double> weights, Index vectors)
      : clients_(clients), weights_(weights), vectors_(vectors) {}

  Index d() const { return clients_.dimension(); }
  Index clients() const { return clients_.size(); }
  Index size() const { return vectors_ * d(); }
  double weight(Index c) const { return weights_[static_cast<std::size_t>(c)]; }
  Eigen::MatrixXd identity() const { return Eigen::MatrixXd::Identity(d(), d()); }
  Eigen::MatrixXd none() const { return Eigen::MatrixXd::Zero(d(), size()); }
  Eigen::MatrixXd vector(Index i) const {
    Eigen::MatrixXd rows = none();
    rows.middleCols(i * d(), d()) = identity();
    return rows;
  }
  // sum_c w_c times the vectors from `first` on, one of each client.
  Eigen::MatrixXd average(Index first) const {
    Eigen::MatrixXd sum = none();
    for (Index c = 0; c < clients(); ++c) sum += weight(c) * vector(first + c);
    return sum;
  }
  // The rows of vector i of what maps the state, or of what is added to it.
  template <class Matrix>
  auto rows(Matrix& map, Index i) const {
    return map.middleRows(i * d(), d());
  }
  // Adds noise of those variances to the vectors from `first` on, one of each client: common to
  // all, and of client c its own, of variance own / w_c.
  void add_noise(Eigen::MatrixXd& noise, Index first, double common, double own) const {
    for (Index a = 0; a < clients(); ++a) {
      for (Index b = 0; b < clients(); ++b)
        block(noise, first + a, first + b) += common * identity();
      block(noise, first + a, first + a) += own / weight(a) * identity();
    }
  }
  Eigen::Block<Eigen::MatrixXd> block(Eigen::MatrixXd& noise, Index i, Index j) const {
    return noise.block(i * d(), j * d(), d(), d());
  }

 private:
  QuadraticClients clients_;
  std::span<const double> weights_;
  Index vectors_;
};

}  // namespace skald
