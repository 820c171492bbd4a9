// Correlated noise for sums over rounds (DP-FTRL by matrix factorisation).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "skald/parts/privacy/correlated/toeplitz.hpp"

namespace skald {

// The binary tree: noise in sums over dyadic ranges (Dwork, Naor, Pitassi and Rothblum, 2010; Chan,
// Shi and Song, 2011).

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

// The factorisation A = B C of prefix sums decides how the noise of rounds is correlated: C x + z
// is released, one Gaussian release of the whole sequence, of which A x + B z is made. Round t gets
// the noise (C^-1 z)_t (Denisov et al., 2022; Choquette-Choo et al., 2023).
//  - independent: C = 1, fresh noise in every round;
//  - tree: noise in sums over dyadic ranges;
//  - banded: the square root's first `size` coefficients (Kalinin and Lampert, 2024), or, for an
//    objective that is named, those of the best buffers, which take up to a fifth less noise;
//  - blt: `size` buffers (toeplitz.hpp), for the objective rms if none is named;
//  - square_root: A^(1/2), which remembers all rounds;
//  - previous: z_t - lambda z_{t-1}, of the best lambda for the objective, rms if none is named.
enum class Correlation : std::uint8_t { independent, tree, banded, blt, square_root, previous };

inline constexpr std::array correlations{Correlation::independent, Correlation::tree,
                                         Correlation::banded,      Correlation::blt,
                                         Correlation::square_root, Correlation::previous};

constexpr std::string_view name_of(Correlation correlation) {
  switch (correlation) {
    case Correlation::independent:
      return "independent";
    case Correlation::tree:
      return "tree";
    case Correlation::banded:
      return "banded";
    case Correlation::blt:
      return "blt";
    case Correlation::square_root:
      return "square_root";
    case Correlation::previous:
      return "previous";
  }
  return "unknown";
}

// Whether buffers say what its strategy is.
constexpr bool is_buffered(Correlation kind) {
  return kind == Correlation::blt || kind == Correlation::previous;
}

struct Factorisation {
  Correlation kind = Correlation::independent;
  ParticipationLimit limit;
  std::vector<double> strategy;  // first column of C from c_0 = 1 on; empty for tree and buffers
  BufferedToeplitz blt;          // of blt and previous
  double sensitivity = 1;        // of C x, for contributions of norm at most 1
  PrefixError error{1, 1};       // of prefix sums, over the standard deviation of z
  std::int64_t memory = 0;       // vectors of noise kept from one round to the next
};

inline constexpr std::int64_t most_usual_bands = 256;

// The size that is taken where none is given: 4 buffers; bands that do not overlap, but no more
// than most_usual_bands.
inline std::int64_t usual_size(Correlation kind, const ParticipationLimit& limit) {
  if (kind == Correlation::blt) return std::min<std::int64_t>(4, limit.rounds);
  const std::int64_t apart = participations(limit) == 1 ? limit.rounds : limit.separation;
  return std::min({apart, limit.rounds, most_usual_bands});
}

inline Factorisation factorise(Correlation kind, const ParticipationLimit& limit,
                               std::optional<std::int64_t> size = {},
                               std::optional<PrefixObjective> objective = {}) {
  check(limit);
  const std::int64_t n = limit.rounds;
  Factorisation result;
  result.kind = kind;
  result.limit = limit;
  if (kind == Correlation::tree) {
    result.sensitivity = tree_sensitivity(limit);
    result.error = tree_error(n);
    while ((std::int64_t{1} << (result.memory + 1)) <= n) ++result.memory;
    return result;
  }
  if (is_buffered(kind)) {
    const PrefixObjective chosen = objective.value_or(PrefixObjective::rms);
    result.blt = kind == Correlation::previous
                     ? remembered(best_lambda(limit, chosen))
                     : best_buffers(limit, size.value_or(usual_size(kind, limit)), chosen);
    result.sensitivity = toeplitz_sensitivity(strategy(result.blt, n), limit);
    result.error = toeplitz_error(decoder(result.blt, n));
    result.memory = static_cast<std::int64_t>(result.blt.omega.size());
    return result;
  }
  std::int64_t bands = 1;
  if (kind == Correlation::square_root) bands = n;
  if (kind == Correlation::banded) bands = size.value_or(usual_size(kind, limit));
  if (bands < 1 || bands > n) {
    throw std::invalid_argument("correlated noise: bands is " + std::to_string(bands) +
                                ", expected 1 to the number of rounds (" + std::to_string(n) + ")");
  }
  if (kind == Correlation::banded && objective) {
    const BufferedToeplitz buffers = best_buffers(limit, 4, *objective, bands);
    result.strategy = strategy(buffers, bands);
    result.error = toeplitz_error(decoder(buffers, n, bands));
  } else {
    result.strategy = square_root_strategy(bands);
    // B = A^(1/2) too.
    result.error = toeplitz_error(kind == Correlation::square_root ? result.strategy
                                                                   : decoder(result.strategy, n));
  }
  result.sensitivity = toeplitz_sensitivity(result.strategy, limit);
  result.memory = bands - 1;
  return result;
}

// The sensitivity of the first rounds alone.
inline double sensitivity_after(const Factorisation& factorisation, std::int64_t rounds) {
  ParticipationLimit limit = factorisation.limit;
  limit.rounds = rounds;
  if (factorisation.kind == Correlation::tree) return tree_sensitivity(limit);
  return toeplitz_sensitivity(is_buffered(factorisation.kind) ? strategy(factorisation.blt, rounds)
                                                              : factorisation.strategy,
                              limit);
}

}  // namespace skald
