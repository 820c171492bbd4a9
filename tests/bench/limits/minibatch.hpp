// Rows that loops written by hand draw, and what of logistic regression they share.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>

#include "fast_random.hpp"

namespace skald::bare {

inline constexpr int kBatch = 10;
using Minibatch = std::array<std::uint32_t, kBatch>;

// Distinct rows of [0, rows).
inline void draw(FastRandom& random, std::uint32_t rows, Minibatch& batch) {
  const auto row = [&](double u) { return static_cast<std::uint32_t>(u * rows); };
  std::array<double, kBatch> uniform;
  random.uniform(uniform.data(), kBatch);
  for (std::size_t i = 0; i < kBatch; ++i) {
    batch[i] = row(uniform[i]);
    while (std::find(batch.begin(), batch.begin() + i, batch[i]) != batch.begin() + i) {
      random.uniform(&uniform[i], 1);
      batch[i] = row(uniform[i]);
    }
  }
}

// The probabilities of many scores, in place: the compiler takes the exponential of a vector.
template <class Scores>
void logistic(Scores&& scores) {
  for (auto& score : scores) score = 1 / (1 + std::exp(-score));
}

}  // namespace skald::bare
