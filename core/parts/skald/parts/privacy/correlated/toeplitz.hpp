// Factorisations A = B C of the prefix sums A (a lower triangle of ones), where C and B are lower
// triangular Toeplitz matrices, given by their first columns.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "skald/parts/privacy/correlated/participation_limit.hpp"

namespace skald {

// The first n coefficients of (1 - x)^(-1/2): C = B = A^(1/2), the best such factorisation for one
// participation up to a constant (Fichtenberger, Henzinger and Upadhyay, 2023).
inline std::vector<double> square_root_strategy(std::int64_t n) {
  std::vector<double> c(static_cast<std::size_t>(n), 1.0);
  for (std::size_t t = 1; t < c.size(); ++t) {
    const auto k = static_cast<double>(t);
    c[t] = c[t - 1] * (2 * k - 1) / (2 * k);
  }
  return c;
}

// The first column of B = A C^-1: b_t = 1 - sum_{j >= 1} c_j b_{t - j}, c_0 = 1. Coefficients
// beyond c.size() are 0.
inline std::vector<double> decoder(const std::vector<double>& c, std::int64_t n) {
  std::vector<double> b(static_cast<std::size_t>(n));
  for (std::size_t t = 0; t < b.size(); ++t) {
    double sum = 1;
    for (std::size_t j = 1; j < c.size() && j <= t; ++j) sum -= c[j] * b[t - j];
    b[t] = sum;
  }
  return b;
}

// The L2 sensitivity of C x, where a unit adds a vector of norm at most 1 in every round in which
// it takes part. Coefficients must not increase and not be negative; then the worst pattern begins
// at once and repeats as soon as it may (Kalinin and Lampert, 2024, Theorem 2; proof in
// core/src/privacy/README.md), and vectors that all point the same way are the worst.
inline double toeplitz_sensitivity(const std::vector<double>& c, const ParticipationLimit& limit) {
  check(limit);
  for (std::size_t t = 0; t < c.size(); ++t) {
    if (c[t] >= 0 && (t == 0 || c[t] <= c[t - 1] * (1 + 1e-12))) continue;
    throw std::invalid_argument(
        "correlated noise: the coefficients of a strategy increase or are negative, for which its "
        "sensitivity is not known");
  }
  const std::int64_t k = participations(limit), apart = limit.separation;
  const auto at = [&](std::int64_t t) {
    return t >= 0 && t < static_cast<std::int64_t>(c.size()) ? c[static_cast<std::size_t>(t)] : 0.0;
  };
  double square = 0;
  for (std::int64_t phase = 0; phase < apart && phase < limit.rounds; ++phase) {
    double sum = 0;  // over the last k rounds of that phase
    for (std::int64_t t = phase; t < limit.rounds; t += apart) {
      // Sums of nonnegative numbers; small windows are summed anew, lest rounding accumulates.
      if (k <= 64) {
        sum = 0;
        for (std::int64_t j = 0; j < k && j * apart <= t; ++j) sum += at(t - j * apart);
      } else {
        sum += at(t) - (t >= k * apart ? at(t - k * apart) : 0.0);
      }
      square += sum * sum;
    }
  }
  return std::sqrt(square) * (1 + 1e-15 * static_cast<double>(limit.rounds + 8));  // rounding
}

// The noise in the estimates of prefix sums, over the noise in C x: of the last one, which has the
// most, and the root of the mean square.
struct PrefixError {
  double largest, rms;
};

// Which of them a strategy is chosen for.
enum class PrefixObjective : std::uint8_t { rms, largest };

inline double objective_of(const PrefixError& error, PrefixObjective objective) {
  return objective == PrefixObjective::rms ? error.rms : error.largest;
}

inline PrefixError toeplitz_error(const std::vector<double>& b) {
  double row = 0, all = 0;
  for (const double value : b) {
    row += value * value;
    all += row;
  }
  return {std::sqrt(row), std::sqrt(all / static_cast<double>(b.size()))};
}

}  // namespace skald
