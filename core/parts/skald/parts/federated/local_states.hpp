// The local states theta^c of all clients, and their weighted averages.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "skald/block.hpp"
#include "skald/parts/aligned_matrix.hpp"

namespace skald {

// One d x C block per client in one allocation: client c holds columns [c C, (c + 1) C).
class LocalStates {
 public:
  void start(Index clients, Block theta) {
    chains_ = theta.cols;
    states_.resize(theta.rows, clients * theta.cols);
    for (Index c = 0; c < clients; ++c) (*this)[c].matrix() = theta.matrix();
  }
  Block operator[](Index client) { return states_.block().columns(client * chains_, chains_); }
  Block all() { return states_.block(); }

  // out = sum_c w_c theta^c of one chain, added up in the order of the clients.
  void average(std::span<const double> weights, Index chain, Block out) {
    const Index d = out.rows;
    double* mean = out.data + chain * out.stride;
    std::fill_n(mean, d, 0.0);
    const double* state = states_.data() + chain * d;
    for (const double weight : weights) {
      for (Index i = 0; i < d; ++i) mean[i] += weight * state[i];
      state += chains_ * d;
    }
  }
  // (1/N) sum_c |theta^c - mean|^2 of one chain (Plassier et al. 2022, eq 24).
  double spread(Index chain) {
    const Index d = states_.rows(), clients = states_.cols() / chains_;
    const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> states(
        states_.data() + chain * d, d, clients, Eigen::OuterStride<>(chains_ * d));
    mean_ = states.rowwise().mean();
    return (states.colwise() - mean_).squaredNorm() / static_cast<double>(clients);
  }
  // Sets the state of every client to the column `chain` of theta.
  void broadcast(ConstBlock theta, Index chain) {
    const Index d = theta.rows;
    const double* from = theta.data + chain * theta.stride;
    for (Index j = chain; j < states_.cols(); j += chains_) {
      double* const to = states_.data() + j * d;
      for (Index i = 0; i < d; ++i) to[i] = from[i];
    }
  }

 private:
  Index chains_ = 0;
  AlignedMatrix states_;
  Eigen::VectorXd mean_;  // of the last spread()
};

// What clients learn of their own part of the drift from the averages that they receive.

// The control variates of Scaffnew (ProxSkip: Mishchenko, Malinovsky, Stich and Richtarik, 2022,
// algorithm 2). A client steps by its gradient less s_c; when clients communicate, with probability
// p_c per iteration,
//
//   s_c <- s_c + (p_c / gamma_c) (mean - theta^c)
//
// with the step gamma_c of the client, before it goes on from the mean. s_c never travels. If the
// mean is sum_c w_c theta^c, sum_c w_c gamma_c s_c stays 0.
class LearntControls {
 public:
  // s_c = 0 for every client and every chain of theta.
  void start(Index clients, Block theta) {
    Eigen::MatrixXd nothing = Eigen::MatrixXd::Zero(theta.rows, theta.cols);
    controls_.start(clients, view(nothing));
  }
  Block operator[](Index client) { return controls_[client]; }
  // `mean` has one column, of that chain; `rate` is p_c / gamma_c.
  void learn(Index client, Index chain, double rate, ConstBlock state, ConstBlock mean) {
    controls_[client].column(chain) += rate * (mean.column(0) - state.column(chain));
  }
  Block all() { return controls_.all(); }

 private:
  LocalStates controls_;
};

// States of the clients that have taken part, where those of all others are still zero.

// A d x C block per client, zero until it is written. Memory grows with the number of clients that
// were asked for, not with the number of clients.
class SeenStates {
 public:
  void start(Index clients, Index d, Index chains) {
    chains_ = chains;
    seen_ = 0;
    is_resized_ = false;
    slot_.assign(static_cast<std::size_t>(clients), kUnseen);
    states_.resize(d, 0);
    clients_.resize(1, 0);
  }
  // Makes room for these clients' states, after which they may be asked for side by side.
  void see(std::span<const std::int32_t> clients) {
    for (const std::int32_t c : clients) (*this)[c];
  }
  // Valid until a client is asked for that was not before.
  Block operator[](Index client) {
    if (is_resized_) find_slots();
    std::int32_t& slot = slot_[static_cast<std::size_t>(client)];
    if (slot == kUnseen) slot = add(client);
    return all().columns(slot * chains_, chains_);
  }

  // For state(): the clients, 1 x seen, in the order in which they were first asked for, and their
  // blocks, d x (C seen), in the same order.
  Block clients() { return view(clients_).columns(0, seen_); }
  Block all() { return view(states_).columns(0, seen_ * chains_); }
  // For resize_state(): makes room for so many clients. What is then written to clients() is read
  // when a client is next asked for, which throws std::runtime_error if it cannot be.
  void resize(Index seen) {
    reserve(seen);
    seen_ = seen;
    is_resized_ = true;
  }

 private:
  static constexpr std::int32_t kUnseen = -1;

  void reserve(Index seen) {
    if (seen <= clients_.cols()) return;
    const Index room = std::max(seen, 2 * clients_.cols());
    clients_.conservativeResize(Eigen::NoChange, room);
    states_.conservativeResize(Eigen::NoChange, room * chains_);
  }
  std::int32_t add(Index client) {
    reserve(seen_ + 1);
    const Index slot = seen_++;
    clients_(0, slot) = static_cast<double>(client);
    all().columns(slot * chains_, chains_).matrix().setZero();
    return static_cast<std::int32_t>(slot);
  }
  void find_slots() {
    std::fill(slot_.begin(), slot_.end(), kUnseen);
    for (Index slot = 0; slot < seen_; ++slot) {
      const double client = clients_(0, slot);
      const bool exists =
          client >= 0 && client < static_cast<double>(slot_.size()) && client == std::floor(client);
      if (!exists || slot_[static_cast<std::size_t>(client)] != kUnseen)
        throw std::runtime_error("the checkpoint has states of clients that cannot be");
      slot_[static_cast<std::size_t>(client)] = static_cast<std::int32_t>(slot);
    }
    is_resized_ = false;
  }

  Index chains_ = 0, seen_ = 0;
  bool is_resized_ = false;
  std::vector<std::int32_t> slot_;    // of every client
  Eigen::MatrixXd clients_, states_;  // with room for more
};

}  // namespace skald
