// How the clients of a round are drawn, and the weights that make the average of their moves
// unbiased.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "skald/parts/data/bring.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/random.hpp"
#include "skald/release.hpp"

namespace skald {

// Option values for a sampler that offers the choice.
inline constexpr const char* client_samplings = "without_replacement|with_replacement|poisson";

// Draws the clients of a round, independently for each chain and round, and averages their moves
// Delta_c with weights w_c > 0:
//  - cohort: S distinct clients, every subset equally likely; sum w_c Delta_c / sum w_c, both over
//    the cohort (FedAvg; biased if weights differ);
//  - without_replacement: as cohort, but divided by (S / N) times the sum over all clients;
//  - with_replacement: S independent draws, client c with probability p_c = w_c / sum w; a client
//    drawn m times counts m times: sum m_c Delta_c / S;
//  - poisson: each client with probability S / N, independently; divided as without replacement;
//  - cyclic: S at a time take turns, in an order that is drawn once; averaged as a cohort.
// Those between the first and the last have the expectation sum_c p_c Delta_c (Li et al., 2020, On
// the convergence of FedAvg on non-IID data, schemes I and II, with moves in place of models).
class ClientSampling {
 public:
  enum class Scheme { cohort, without_replacement, with_replacement, poisson, cyclic };

  static Scheme scheme(std::string_view word) {
    if (word == "poisson") return Scheme::poisson;
    return word == "with_replacement" ? Scheme::with_replacement : Scheme::without_replacement;
  }

  // Draws all clients if S is not given. With replacement, weights are whole numbers. Throws
  // std::invalid_argument for more distinct clients than there are.
  // `round`: iterations between two draws, which count the turns.
  ClientSampling(Scheme scheme, std::optional<std::int64_t> S, std::vector<double> weights,
                 std::int64_t round = 1)
      : scheme_(scheme), weights_(std::move(weights)), S_(S.value_or(clients())), round_(round) {
    if (S_ > clients() && scheme != Scheme::with_replacement) {
      throw std::invalid_argument("S is " + std::to_string(S_) +
                                  ", more than the number of clients (" +
                                  std::to_string(clients()) + "): lower S");
    }
    for (const double w : weights_) total_ += w;
    if (scheme == Scheme::with_replacement) {
      cumulated_.resize(weights_.size());
      std::partial_sum(weights_.begin(), weights_.end(), cumulated_.begin());
      multiplicity_.assign(weights_.size(), 0);
    } else if (scheme != Scheme::poisson && scheme != Scheme::cyclic) {
      distinct_.emplace(clients(), S_);
    }
  }

  // The distinct clients of the round, in increasing order; valid until the next draw.
  std::span<const std::int32_t> draw(const Random& random, std::int64_t iteration, Index chain) {
    if (scheme_ == Scheme::with_replacement) return draw_with_replacement(random, iteration, chain);
    if (scheme_ == Scheme::poisson) return draw_poisson(random, iteration, chain);
    if (scheme_ == Scheme::cyclic) return draw_in_turn(random, iteration, chain);
    return distinct_->draw(random, iteration, chain);
  }
  double weight(Index client) const { return weights_[static_cast<std::size_t>(client)]; }
  // The factor by which the move of a client of the last cohort enters the sum of the moves.
  double factor(Index client) const {
    return scheme_ == Scheme::with_replacement ? multiplicity_[static_cast<std::size_t>(client)]
                                               : weight(client);
  }
  // Has what weight() reads brought to the processor.
  void expect(Index client) const {
    bring_pages(&weights_[static_cast<std::size_t>(client)], sizeof(double));
  }
  // The divisor of the sum of the moves, given the sum of the factors.
  double divisor(double factors) const {
    if (scheme_ == Scheme::cohort || scheme_ == Scheme::cyclic) return factors;
    if (scheme_ == Scheme::with_replacement) return static_cast<double>(S_);
    return total_ * static_cast<double>(S_) / static_cast<double>(clients());
  }
  // S: how many clients take part, in expectation; with replacement, how often clients are drawn.
  Index participants() const { return S_; }
  // How the sample of clients behind a round is drawn.
  Sampling law() const {
    if (scheme_ == Scheme::poisson) return Sampling::poisson;
    if (scheme_ == Scheme::cyclic) return Sampling::none;
    return scheme_ == Scheme::with_replacement ? Sampling::with_replacement
                                               : Sampling::without_replacement;
  }
  // Whether every round has as many clients.
  bool has_fixed_size() const {
    return scheme_ != Scheme::poisson && scheme_ != Scheme::with_replacement;
  }
  // Probability that a client takes part in a round; cyclic: the share of rounds.
  double rate(Index client) const {
    const auto S = static_cast<double>(S_);
    if (scheme_ != Scheme::with_replacement) return S / static_cast<double>(clients());
    return -std::expm1(S * std::log1p(-weight(client) / total_));
  }

 private:
  Index clients() const { return static_cast<Index>(weights_.size()); }

  std::span<const std::int32_t> draw_with_replacement(const Random& random, std::int64_t iteration,
                                                      Index chain) {
    uniforms_.resize(S_, 1);
    random.uniform({Role::participation, -1, chain}, iteration, view(uniforms_));
    for (const std::int32_t c : cohort_) multiplicity_[static_cast<std::size_t>(c)] = 0;
    cohort_.clear();
    for (Index i = 0; i < S_; ++i) {
      const std::size_t c = client_at(uniforms_(i) * total_);
      if (multiplicity_[c]++ == 0) cohort_.push_back(static_cast<std::int32_t>(c));
    }
    std::sort(cohort_.begin(), cohort_.end());
    return cohort_;
  }
  std::span<const std::int32_t> draw_poisson(const Random& random, std::int64_t iteration,
                                             Index chain) {
    uniforms_.resize(clients(), 1);
    random.uniform({Role::participation, -1, chain}, iteration, view(uniforms_));
    cohort_.clear();
    const double rate = static_cast<double>(S_) / static_cast<double>(clients());
    for (Index c = 0; c < clients(); ++c) {
      if (uniforms_(c) < rate) cohort_.push_back(static_cast<std::int32_t>(c));
    }
    return cohort_;
  }
  // The chain's order is that of iteration 0, whatever the iteration.
  const std::vector<std::int32_t>& order_of(const Random& random, Index chain) {
    const auto j = static_cast<std::size_t>(chain);
    if (orders_.size() <= j) orders_.resize(j + 1);
    std::vector<std::int32_t>& order = orders_[j];
    if (!order.empty()) return order;
    order.resize(weights_.size());
    std::iota(order.begin(), order.end(), 0);
    shuffle(random, {Role::participation}, 0, chain, order);
    return order;
  }
  std::span<const std::int32_t> draw_in_turn(const Random& random, std::int64_t iteration,
                                             Index chain) {
    const std::vector<std::int32_t>& order = order_of(random, chain);
    const std::int64_t first = iteration / round_ % clients() * S_;
    cohort_.clear();
    for (Index i = 0; i < S_; ++i) {
      cohort_.push_back(order[static_cast<std::size_t>((first + i) % clients())]);
    }
    std::sort(cohort_.begin(), cohort_.end());
    return cohort_;
  }
  // Returns the client whose interval contains u, where [0, sum w) is divided into adjacent
  // intervals of length w_c. Sums of whole numbers are exact.
  std::size_t client_at(double u) const {
    const auto end = std::upper_bound(cumulated_.begin(), cumulated_.end(), u);
    return std::min(static_cast<std::size_t>(end - cumulated_.begin()), weights_.size() - 1);
  }

  Scheme scheme_;
  std::vector<double> weights_;
  double total_ = 0;
  Index S_;
  std::int64_t round_;
  std::optional<Participation> distinct_;
  std::vector<std::vector<std::int32_t>> orders_;  // cyclic: of each chain
  std::vector<double> cumulated_, multiplicity_;   // of draws with replacement
  std::vector<std::int32_t> cohort_;
  Eigen::MatrixXd uniforms_;
};

}  // namespace skald
