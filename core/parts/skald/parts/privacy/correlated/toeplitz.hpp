// Factorisations A = B C of the prefix sums A (a lower triangle of ones), where C and B are lower
// triangular Toeplitz matrices, given by their first columns.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
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
std::vector<double> decoder(const std::vector<double>& c, std::int64_t n);

// The L2 sensitivity of C x, where a unit adds a vector of norm at most 1 in every round in which
// it takes part. Coefficients must not increase and not be negative; then the worst pattern begins
// at once and repeats as soon as it may (Kalinin and Lampert, 2024, Theorem 2; proof in
// core/src/privacy/README.md), and vectors that all point the same way are the worst.
double toeplitz_sensitivity(const std::vector<double>& c, const ParticipationLimit& limit);

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

// That of B, from its first column, number by number.
class PrefixErrorSum {
 public:
  void add(double value) {
    row_ += value * value;
    all_ += row_;
  }
  PrefixError of(std::int64_t rounds) const {
    return {std::sqrt(row_), std::sqrt(all_ / static_cast<double>(rounds))};
  }

 private:
  double row_ = 0, all_ = 0;
};

PrefixError toeplitz_error(const std::vector<double>& b);

}  // namespace skald
