// States of the clients that have taken part, where those of all others are still zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "skald/block.hpp"

namespace skald {

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
