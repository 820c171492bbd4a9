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
  // Every client takes the column `chain` of theta.
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
