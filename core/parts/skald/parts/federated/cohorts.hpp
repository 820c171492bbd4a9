// Which clients take part in a round of federated Langevin dynamics, and their weights in the
// average that ends it.
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

#include "skald/langevin_law.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/random.hpp"

namespace skald {

// "full", "with_replacement" or "without_replacement".
inline LangevinLaw::Participation participation_scheme(std::string_view name) {
  if (name == "full") return LangevinLaw::Participation::full;
  if (name == "with_replacement") return LangevinLaw::Participation::with_replacement;
  return LangevinLaw::Participation::without_replacement;
}

// The probability that a client of weight w_c takes part in a round, where S of N are drawn.
inline double participation_rate(LangevinLaw::Participation scheme, std::optional<std::int64_t> S,
                                 double weight, Index clients) {
  if (!S || scheme == LangevinLaw::Participation::full) return 1;
  const auto draws = static_cast<double>(*S);
  if (scheme == LangevinLaw::Participation::with_replacement) {
    return -std::expm1(draws * std::log1p(-weight));
  }
  return draws / static_cast<double>(clients);
}

// One cohort per chain and round, independent of each other. The average is sum_c share_c theta^c
// with
//  - full: share_c = w_c;
//  - with replacement: share_c = m_c / S for a client drawn m_c times in S independent draws with
//    P(c) = w_c;
//  - without replacement: share_c = 1 / S for S distinct clients drawn uniformly; only for equal
//    weights, as it would favour small clients otherwise.
class Cohorts {
 public:
  // Throws std::invalid_argument if S is missing or superfluous and, for draws without replacement,
  // if S is larger than the number of clients or the weights are unequal.
  Cohorts(LangevinLaw::Participation scheme, std::optional<std::int64_t> S,
          std::vector<double> weights, Index chains)
      : scheme_(scheme),
        S_(S.value_or(0)),
        weights_(std::move(weights)),
        distinct_(clients(), static_cast<Index>(S_)) {
    check(S.has_value());
    shares_.setZero(clients(), chains);
    if (scheme_ == LangevinLaw::Participation::with_replacement) uniforms_.resize(S_, chains);
    if (scheme_ != LangevinLaw::Participation::full) return;
    for (Index c = 0; c < clients(); ++c) shares_.row(c).setConstant(weight(c));
    members_.resize(weights_.size());
    std::iota(members_.begin(), members_.end(), 0);
  }

  Index clients() const { return static_cast<Index>(weights_.size()); }
  Index chains() const { return shares_.cols(); }
  double weight(Index client) const { return weights_[static_cast<std::size_t>(client)]; }
  std::span<const double> weights() const { return weights_; }
  LangevinLaw::Participation scheme() const { return scheme_; }
  std::int64_t S() const { return S_; }

  // Draws the cohorts of the round that begins at `iteration`.
  void draw(const Random& random, std::int64_t iteration) {
    if (scheme_ == LangevinLaw::Participation::full) return;
    for (const std::int32_t c : members_) shares_.row(c).setZero();
    members_.clear();
    if (scheme_ == LangevinLaw::Participation::with_replacement) {
      random.uniform({Role::participation}, iteration, view(uniforms_));
    }
    for (Index j = 0; j < chains(); ++j) add_cohort(random, iteration, j);
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
  }
  // Draws, for the chains that chosen(j) names, the cohorts of the rounds that begin at
  // `iteration`.
  template <class Chosen>
  void draw_for(const Random& random, std::int64_t iteration, Chosen&& chosen) {
    if (scheme_ == LangevinLaw::Participation::full) return;
    if (scheme_ == LangevinLaw::Participation::with_replacement) {
      random.uniform({Role::participation}, iteration, view(uniforms_));
    }
    for (Index j = 0; j < chains(); ++j) {
      if (!chosen(j)) continue;
      shares_.col(j).setZero();
      add_cohort(random, iteration, j);
    }
    find_members();
  }
  // The shares as they are kept in a checkpoint, N x C; find_members() after they were restored.
  Block shares() { return view(shares_); }
  void find_members() {
    if (scheme_ == LangevinLaw::Participation::full) return;
    members_.clear();
    for (Index c = 0; c < clients(); ++c) {
      if ((shares_.row(c).array() > 0).any()) members_.push_back(static_cast<std::int32_t>(c));
    }
  }
  // The clients that take part in any chain, in increasing order; valid until the next draw.
  std::span<const std::int32_t> members() const { return members_; }

  // share_c of every client in that chain's average; 0 for those that do not take part.
  std::span<const double> shares(Index chain) const {
    return {shares_.col(chain).data(), weights_.size()};
  }
  // Number of distinct clients that take part in that chain; and summed over chains.
  Index participants(Index chain) const { return (shares_.col(chain).array() > 0).count(); }
  Index participants() const {
    Index count = 0;
    for (const std::int32_t c : members_) count += (shares_.row(c).array() > 0).count();
    return count;
  }

  // Calls visit(first, count) for every maximal range of chains in which the client takes part.
  template <class Visit>
  void for_each_range(Index client, Visit&& visit) const {
    if (scheme_ == LangevinLaw::Participation::full) return visit(Index{0}, chains());
    for (Index j = 0; j < chains(); ++j) {
      const Index first = j;
      while (j < chains() && shares_(client, j) > 0) ++j;
      if (j > first) visit(first, j - first);
    }
  }

 private:
  void add_cohort(const Random& random, std::int64_t iteration, Index chain) {
    if (scheme_ == LangevinLaw::Participation::with_replacement) {
      for (Index i = 0; i < S_; ++i) add(client_at(uniforms_(i, chain)), chain);
    } else {
      for (const std::int32_t c : distinct_.draw(random, iteration, chain)) add(c, chain);
    }
  }
  void add(Index client, Index chain) {
    shares_(client, chain) += 1.0 / static_cast<double>(S_);
    members_.push_back(static_cast<std::int32_t>(client));
  }

  // Returns the client whose interval contains u, where [0, 1) is divided into adjacent intervals
  // of length w_c.
  Index client_at(double u) const {
    Index c = 0;
    while (c + 1 < clients() && u >= weight(c)) u -= weight(c++);
    return c;
  }

  void check(bool given) const {
    const bool full = scheme_ == LangevinLaw::Participation::full;
    if (full && given) {
      throw std::invalid_argument(
          "S is given, but all clients take part: remove S, or set participation to "
          "with_replacement or without_replacement");
    }
    if (!full && !given) {
      throw std::invalid_argument(
          "S is missing: partial participation needs the number of clients per round");
    }
    if (scheme_ != LangevinLaw::Participation::without_replacement) return;
    if (S_ > clients()) {
      throw std::invalid_argument(
          "S is " + std::to_string(S_) + ", more than the number of clients (" +
          std::to_string(clients()) + "), but is drawn without replacement: lower S");
    }
    const auto N = static_cast<double>(clients());
    for (const double w : weights_) {
      if (std::abs(w * N - 1) > 1e-12) {
        throw std::invalid_argument(
            "participation without_replacement needs equal weights, found w_c = " +
            std::to_string(w) + " among " + std::to_string(clients()) +
            " clients: set weights to uniform, or participation to with_replacement");
      }
    }
  }

  LangevinLaw::Participation scheme_;
  std::int64_t S_;
  std::vector<double> weights_;
  Participation distinct_;
  std::vector<std::int32_t> members_;
  Eigen::MatrixXd shares_;    // N x C
  Eigen::MatrixXd uniforms_;  // S x C
};

}  // namespace skald
