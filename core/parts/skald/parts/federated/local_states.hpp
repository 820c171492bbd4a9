// The local states theta^c of all clients, and their weighted averages.
#pragma once

#include <span>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// One d x C block per client in one allocation: client c holds columns [c C, (c + 1) C).
class LocalStates {
 public:
  void start(Index clients, Block theta) {
    chains_ = theta.cols;
    states_.resize(theta.rows, clients * theta.cols);
    for (Index c = 0; c < clients; ++c) (*this)[c].matrix() = theta.matrix();
  }
  Block operator[](Index client) { return view(states_).columns(client * chains_, chains_); }
  Block all() { return view(states_); }

  // out = sum_c w_c theta^c of one chain, added up in the order of the clients.
  void average(std::span<const double> weights, Index chain, Block out) {
    auto mean = out.column(chain);
    mean.setZero();
    for (std::size_t c = 0; c < weights.size(); ++c) {
      mean += weights[c] * (*this)[static_cast<Index>(c)].column(chain);
    }
  }
  // (1/N) sum_c |theta^c - mean|^2 of one chain (Plassier et al. 2022, eq 24).
  double spread(Index chain) const {
    const Index d = states_.rows(), clients = states_.cols() / chains_;
    const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> states(
        states_.data() + chain * d, d, clients, Eigen::OuterStride<>(chains_ * d));
    const Eigen::VectorXd mean = states.rowwise().mean();
    return (states.colwise() - mean).squaredNorm() / static_cast<double>(clients);
  }
  // Sets the state of every client to the column `chain` of theta.
  void broadcast(ConstBlock theta, Index chain) {
    for (Index c = 0; c * chains_ < states_.cols(); ++c) {
      (*this)[c].column(chain) = theta.column(chain);
    }
  }

 private:
  Index chains_ = 0;
  Eigen::MatrixXd states_;
};

}  // namespace skald
