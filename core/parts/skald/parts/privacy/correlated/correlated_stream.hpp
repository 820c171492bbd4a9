// The noise of round after round, made of fresh noise.
#pragma once

#include <Eigen/Core>
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

  // Turns fresh noise z_t into y_t. `memory` is 0 before the first round, and kept by the caller.
  void next(Eigen::Ref<Eigen::VectorXd> z,  // NOLINT: written to
            Eigen::Ref<Eigen::VectorXd> memory) const {
    const auto round = static_cast<std::int64_t>(memory(0)) + 1;  // counted from 1
    memory(0) = static_cast<double>(round);
    auto kept = memory.tail(memory.size() - 1);
    switch (factorisation_.kind) {
      case Correlation::independent:
        return;
      case Correlation::tree:
        return next_node(round, z, kept);
      case Correlation::blt:
        return next_buffered(z, kept);
      case Correlation::banded:
      case Correlation::square_root:
        return next_banded(round, z, kept);
    }
  }

 private:
  using Vector = Eigen::Ref<Eigen::VectorXd>;

  // The new node's noise replaces that of the nodes within its range.
  static void next_node(std::int64_t round, Vector z, Vector kept) {
    const Eigen::Index d = z.size();
    Eigen::Index node = 0;
    while ((round >> node & 1) == 0) ++node;
    if (node * d < kept.size()) kept.segment(node * d, d) = z;
    for (Eigen::Index level = 0; level < node; ++level) z -= kept.segment(level * d, d);
  }
  void next_buffered(Vector z, Vector kept) const {
    const Eigen::Index d = z.size();
    const BufferedToeplitz& blt = factorisation_.blt;
    for (std::size_t i = 0; i < blt.omega.size(); ++i) {
      z -= blt.omega[i] * kept.segment(static_cast<Eigen::Index>(i) * d, d);
    }
    for (std::size_t i = 0; i < blt.omega.size(); ++i) {
      auto buffer = kept.segment(static_cast<Eigen::Index>(i) * d, d);
      buffer = blt.theta[i] * buffer + z;
    }
  }
  // The kept vectors are a ring: y_t is at place t modulo their number.
  void next_banded(std::int64_t round, Vector z, Vector kept) const {
    const Eigen::Index d = z.size();
    const std::int64_t places = factorisation_.memory;
    for (std::int64_t j = 1; j <= places && j < round; ++j) {
      const auto place = static_cast<Eigen::Index>((round - j) % places);
      z -= factorisation_.strategy[static_cast<std::size_t>(j)] * kept.segment(place * d, d);
    }
    if (places > 0) kept.segment(static_cast<Eigen::Index>(round % places) * d, d) = z;
  }

  Factorisation factorisation_;
};

}  // namespace skald
