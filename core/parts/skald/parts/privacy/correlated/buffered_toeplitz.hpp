// Buffered linear Toeplitz strategies (BLT): c_0 = 1, c_t = sum_i omega_i theta_i^(t - 1), so that
// noise needs one buffer for each term (Dvijotham, McMahan, Pillutla, Steinke and Thakurta, 2024,
// Efficient and near-optimal noise generation for streaming differential privacy).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "skald/parts/privacy/correlated/toeplitz.hpp"

namespace skald {

inline constexpr std::size_t kMostBuffers = 8;

struct BufferedToeplitz {     // at most kMostBuffers
  std::vector<double> omega;  // 0 or more, of sum at most 1
  std::vector<double> theta;  // in [0, 1)
};

std::vector<double> strategy(const BufferedToeplitz& blt, std::int64_t n);

// As decoder(strategy(blt, bands), n), in time in proportion to n, whatever the bands; of all of
// them if they are not given.
std::vector<double> decoder(const BufferedToeplitz& blt, std::int64_t n, std::int64_t bands);
inline std::vector<double> decoder(const BufferedToeplitz& blt, std::int64_t n) {
  return decoder(blt, n, n);
}

// Buffers for these rounds (or for the first 16384 of them), of about the smallest noise in prefix
// sums by that objective for their number; if only the first `bands` coefficients of their strategy
// are used, where that is above 0. Begins at the square root's coefficients, which are integrals of
// exp(-u t) / (pi sqrt(u)) over u, as sums over u in geometric steps. The same bits everywhere.
BufferedToeplitz best_buffers(ParticipationLimit limit, std::int64_t buffers,
                              PrefixObjective objective = PrefixObjective::rms,
                              std::int64_t bands = 0);

}  // namespace skald
