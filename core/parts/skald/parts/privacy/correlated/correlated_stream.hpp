// The noise of round after round, made of fresh noise.
#pragma once

#include <Eigen/Core>
#include <bit>
#include <cstdint>
#include <utility>

#include "skald/parts/privacy/correlated/factorisation.hpp"

namespace skald {

// Solves C y = z round by round: y_t = z_t - sum_{j >= 1} C_{t, t - j} y_{t - j}. Remembers
// Factorisation::memory vectors, and the number of the round, in a block.
class CorrelatedStream {
 public:
  explicit CorrelatedStream(Factorisation factorisation)
      : factorisation_(std::move(factorisation)) {}

  const Factorisation& factorisation() const { return factorisation_; }
  // The length of the memory of a stream of vectors of that dimension.
  Eigen::Index memory_size(Eigen::Index dimension) const {
    return 1 + static_cast<Eigen::Index>(factorisation_.memory) * dimension;
  }

  // Adds y_t - z_t to `y`: what the noise of earlier rounds makes of the next one's. `memory` is 0
  // before the first round.
  void add_past(Eigen::Ref<Eigen::VectorXd> y,  // NOLINT: written to
                const Eigen::Ref<const Eigen::VectorXd>& memory) const {
    const std::int64_t round = next_round(memory);
    const auto kept = memory.tail(memory.size() - 1);
    const Eigen::Index d = y.size();
    switch (factorisation_.kind) {
      case Correlation::independent:
        return;
      case Correlation::tree:
        for (Eigen::Index level = 0; level < node_of(round); ++level)
          y -= kept.segment(level * d, d);
        return;
      case Correlation::blt:
      case Correlation::previous:
        for (std::size_t i = 0; i < factorisation_.blt.omega.size(); ++i)
          y -= factorisation_.blt.omega[i] * kept.segment(static_cast<Eigen::Index>(i) * d, d);
        return;
      case Correlation::banded:
      case Correlation::square_root:
        for (std::int64_t j = 1; j <= factorisation_.memory && j < round; ++j) {
          y -= factorisation_.strategy[static_cast<std::size_t>(j)] *
               kept.segment(place_of(round - j) * d, d);
        }
    }
  }
  // Turns fresh noise z_t into y_t, and remembers it.
  void next(Eigen::Ref<Eigen::VectorXd> z,  // NOLINT: written to
            Eigen::Ref<Eigen::VectorXd> memory) const {
    const std::int64_t round = next_round(memory);
    const Eigen::Index d = z.size();
    auto kept = memory.tail(memory.size() - 1);
    // The new node's noise replaces that of the nodes within its range, which it does not contain.
    const Eigen::Index node = node_of(round);
    const bool is_tree = factorisation_.kind == Correlation::tree;
    if (is_tree && node * d < kept.size()) kept.segment(node * d, d) = z;
    add_past(z, memory);
    memory(0) = static_cast<double>(round);
    if (is_tree) return;
    if (is_buffered(factorisation_.kind)) return keep_in_buffers(z, kept);
    if (factorisation_.memory > 0) kept.segment(place_of(round) * d, d) = z;
  }

 private:
  using Vector = Eigen::Ref<Eigen::VectorXd>;

  // Counted from 1.
  static std::int64_t next_round(const Eigen::Ref<const Eigen::VectorXd>& memory) {
    return static_cast<std::int64_t>(memory(0)) + 1;
  }
  // The level of the tree's node that ends at that round.
  static Eigen::Index node_of(std::int64_t round) { return std::countr_zero(std::uint64_t(round)); }
  // The kept vectors are a ring.
  Eigen::Index place_of(std::int64_t round) const {
    return static_cast<Eigen::Index>(round % static_cast<std::int64_t>(factorisation_.memory));
  }
  void keep_in_buffers(const Vector& y, Vector kept) const {
    const Eigen::Index d = y.size();
    const BufferedToeplitz& blt = factorisation_.blt;
    for (std::size_t i = 0; i < blt.omega.size(); ++i) {
      auto buffer = kept.segment(static_cast<Eigen::Index>(i) * d, d);
      buffer = blt.theta[i] * buffer + y;
    }
  }

  Factorisation factorisation_;
};

}  // namespace skald
