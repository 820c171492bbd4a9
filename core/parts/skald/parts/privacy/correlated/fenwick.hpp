// The binary tree: noise in sums over dyadic ranges (Dwork, Naor, Pitassi and Rothblum, 2010; Chan,
// Shi and Song, 2011).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "skald/parts/privacy/correlated/participation_limit.hpp"
#include "skald/parts/privacy/correlated/toeplitz.hpp"

namespace skald {

// Node t of n, t = 1, 2, ..., is the sum over rounds t - 2^l + 1 to t, where 2^l is the largest
// power of two that divides t; a prefix of t rounds is the sum of as many nodes as t has binary
// ones. (Other nodes of a full tree are never used.)
inline std::int64_t node_length(std::int64_t t) { return t & -t; }

// A bound on the L2 sensitivity of all nodes. On each level ranges are disjoint, and one of length
// 2^l holds a unit at most 1 + (2^l - 1) / separation times: the sum of squares on a level is at
// most that of as few full ranges as hold all participations. Exact for one participation.
inline double tree_sensitivity(const ParticipationLimit& limit) {
  check(limit);
  const std::int64_t k = participations(limit);
  double square = 0;
  for (std::int64_t length = 1; length <= limit.rounds; length *= 2) {
    const std::int64_t most = std::min(k, 1 + (length - 1) / limit.separation);
    const std::int64_t ranges = (limit.rounds / length + 1) / 2;
    const std::int64_t held = std::min(k, ranges * most);
    const std::int64_t full = held / most, rest = held % most;
    square += static_cast<double>(full * most * most + rest * rest);
  }
  return std::sqrt(square);
}

// A prefix of t rounds has the noise of popcount(t) nodes.
inline PrefixError tree_error(std::int64_t rounds) {
  double largest = 0, all = 0;
  for (std::int64_t t = 1; t <= rounds; ++t) {
    const auto ones = static_cast<double>(std::popcount(static_cast<std::uint64_t>(t)));
    largest = std::max(largest, ones);
    all += ones;
  }
  return {std::sqrt(largest), std::sqrt(all / static_cast<double>(rounds))};
}

}  // namespace skald
