// Which clients have followed the rounds of a chain, and so know what follows from what they heard.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "skald/sampler.hpp"

namespace skald {

// Of every chain, the clients that received the model in its last round, and in how many rounds
// without a gap before. Memory grows with the clients of a round, not with all clients.
class Presence {
 public:
  // The number of rounds of a client that has missed none since the start.
  static constexpr double always = 1e15;

  // `most`: of the clients of a round.
  void start(Index most, Index chains) {
    most_ = most;
    present_.setConstant(1 + 2 * most, chains, -1);  // no round yet
  }
  // Rounds in which the client has received the model, one after another up to the last; before the
  // first round, all have missed none. Throws std::runtime_error if a checkpoint has lost them.
  double rounds(Index client, Index chain) const {
    if (nobody_yet(chain)) return always;
    const auto clients = last(chain);
    const auto place = std::lower_bound(clients.begin(), clients.end(), client);
    const bool found = place != clients.end() && *place == static_cast<double>(client);
    return found ? *(place + most_) : 0;
  }
  // How many clients of the last round are not in this one, whose clients are in increasing order.
  Index absent(std::span<const std::int32_t> receivers, Index chain) const {
    if (nobody_yet(chain)) return 0;
    const auto clients = last(chain);
    return std::count_if(clients.begin(), clients.end(), [&](double client) {
      return !std::binary_search(receivers.begin(), receivers.end(), client);
    });
  }
  // These clients, in increasing order, receive the model.
  void see(std::span<const std::int32_t> receivers, Index chain) {
    next_.setConstant(present_.rows(), -1);
    next_(0) = static_cast<double>(receivers.size());
    for (Index i = 0; i < std::ssize(receivers); ++i) {
      const std::int32_t client = receivers[static_cast<std::size_t>(i)];
      next_(1 + i) = client;
      next_(1 + most_ + i) = std::min(rounds(client, chain) + 1, always);
    }
    present_.col(chain) = next_;
  }
  NamedBlock state() { return {"presence", view(present_)}; }

 private:
  bool nobody_yet(Index chain) const { return present_(0, chain) == -1; }
  std::span<const double> last(Index chain) const {
    const double count = present_(0, chain);
    if (!(count >= 0 && count <= static_cast<double>(most_))) {
      throw std::runtime_error("the checkpoint has more clients in a round than there can be");
    }
    return {present_.col(chain).data() + 1, static_cast<std::size_t>(count)};
  }

  Index most_ = 0;
  Eigen::MatrixXd present_;  // a column per chain: how many, clients in order, their rounds
  Eigen::VectorXd next_;
};

}  // namespace skald
