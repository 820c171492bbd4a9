// When the clients communicate: every K iterations, or with probability p_c after each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "skald/random.hpp"

namespace skald {

// Independent coin tosses, one per chain and iteration.
class Coins {
 public:
  Coins(Stream stream, double probability, Index chains)
      : stream_(stream),
        probability_(probability),
        uniforms_(1, chains),
        heads_(static_cast<std::size_t>(chains)) {}

  // Tosses the coins of that iteration; head(j) then returns the result for chain j. Returns the
  // number of chains that show heads.
  Index toss(const Random& random, std::int64_t iteration) {
    random.uniform(stream_, iteration, view(uniforms_));
    Index count = 0;
    for (Index j = 0; j < uniforms_.cols(); ++j) {
      const bool head = uniforms_(0, j) < probability_;
      heads_[static_cast<std::size_t>(j)] = head;
      count += head;
    }
    return count;
  }
  bool head(Index chain) const { return heads_[static_cast<std::size_t>(chain)] != 0; }

 private:
  Stream stream_;
  double probability_;
  Eigen::MatrixXd uniforms_;
  std::vector<std::uint8_t> heads_;
};

// A schedule of communications; exactly one of K and p_c is given.
class Schedule {
 public:
  // Throws std::invalid_argument when both or neither are given.
  Schedule(std::optional<std::int64_t> K, std::optional<double> p_c) : K_(K), p_c_(p_c) {
    if (K.has_value() == p_c.has_value()) {
      throw std::invalid_argument(K ? "both K (local steps per round) and p_c (communication "
                                      "probability per iteration) are given: remove one"
                                    : "neither K (local steps per round) nor p_c (communication "
                                      "probability per iteration) is given: set one");
    }
  }

  void start(Index chains) {
    coins_.emplace(Stream{Role::communication}, p_c_.value_or(1), chains);
  }
  // Decides which chains communicate after iteration k = 0, 1, ...; returns their number.
  Index decide(const Random& random, std::int64_t k, Index chains) {
    if (!K_) return coins_->toss(random, k);
    everyone_ = (k + 1) % *K_ == 0;
    return everyone_ ? chains : 0;
  }
  bool communicates(Index chain) const { return K_ ? everyone_ : coins_->head(chain); }

  // Iterations must come in multiples of this.
  Index stride() const { return static_cast<Index>(K_.value_or(1)); }
  // Expected communications per iteration.
  double rate() const { return K_ ? 1.0 / static_cast<double>(*K_) : *p_c_; }
  std::int64_t K() const { return K_.value_or(0); }
  double p_c() const { return p_c_.value_or(0); }

 private:
  std::optional<std::int64_t> K_;
  std::optional<double> p_c_;
  std::optional<Coins> coins_;
  bool everyone_ = false;
};

}  // namespace skald
