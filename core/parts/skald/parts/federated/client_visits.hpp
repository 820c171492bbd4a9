// A chain that visits one client at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "skald/random.hpp"

namespace skald {

// Every K iterations each chain moves on to client s with probability f_s, independently of all
// other chains and visits. Which client a chain is at follows from the iteration alone.
class ClientVisits {
 public:
  // `probabilities` f_s > 0, sum 1, clients in order.
  ClientVisits(std::vector<double> probabilities, std::int64_t K, Index chains)
      : probabilities_(std::move(probabilities)),
        cumulated_(probabilities_.size()),
        K_(K),
        uniforms_(1, chains),
        clients_(static_cast<std::size_t>(chains)) {
    std::partial_sum(probabilities_.begin(), probabilities_.end(), cumulated_.begin());
  }

  // Determines the client of every chain before the step of iteration k.
  void find(const Random& random, std::int64_t k) {
    const std::int64_t arrival = k - k % K_;
    if (arrival == arrival_) return;
    arrival_ = arrival;
    random.uniform({Role::participation}, arrival, view(uniforms_));
    for (std::size_t j = 0; j < clients_.size(); ++j) {
      clients_[j] = client_at(uniforms_(0, static_cast<Index>(j)));
    }
  }
  Index client(Index chain) const { return clients_[static_cast<std::size_t>(chain)]; }
  // The probability f_s of a client.
  double probability(Index client) const {
    return probabilities_[static_cast<std::size_t>(client)];
  }

 private:
  Index client_at(double uniform) const {
    const auto end = std::upper_bound(cumulated_.begin(), cumulated_.end(), uniform);
    return std::min<Index>(end - cumulated_.begin(), std::ssize(cumulated_) - 1);
  }

  std::vector<double> probabilities_, cumulated_;
  std::int64_t K_;
  std::int64_t arrival_ = -1;
  Eigen::MatrixXd uniforms_;
  std::vector<Index> clients_;  // of every chain
};

}  // namespace skald
