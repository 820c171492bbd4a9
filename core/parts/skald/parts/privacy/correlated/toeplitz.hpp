// Factorisations A = B C of the prefix sums A (a lower triangle of ones), where C and B are lower
// triangular Toeplitz matrices, given by their first columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace skald {

// How often a unit takes part in a sequence of rounds.

// In `rounds` rounds a unit takes part at most `most` times, and any two of these are at least
// `separation` rounds apart (1: they may follow each other).
struct ParticipationLimit {
  std::int64_t rounds = 1, most = 1, separation = 1;
};

// Throws std::invalid_argument for numbers out of range.
inline void check(const ParticipationLimit& limit) {
  constexpr std::int64_t longest = 1'000'000;
  if (limit.rounds >= 1 && limit.rounds <= longest && limit.most >= 1 && limit.separation >= 1) {
    return;
  }
  throw std::invalid_argument("correlated noise: rounds is " + std::to_string(limit.rounds) +
                              ", participations " + std::to_string(limit.most) + ", separation " +
                              std::to_string(limit.separation) +
                              ", expected 1 to 1000000 rounds and 1 or more of the others");
}

// How often a unit can take part, given how many rounds there are.
inline std::int64_t participations(const ParticipationLimit& limit) {
  return std::min(limit.most, 1 + (limit.rounds - 1) / limit.separation);
}

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

// Buffered linear Toeplitz strategies (BLT): c_0 = 1, c_t = sum_i omega_i theta_i^(t - 1), so that
// noise needs one buffer for each term (Dvijotham, McMahan, Pillutla, Steinke and Thakurta, 2024,
// Efficient and near-optimal noise generation for streaming differential privacy).

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

// One remembered vector: c_t = lambda^t, a buffer whose weight is its decay, which then holds the
// round's fresh noise; round t gets z_t - lambda z_{t-1} (Kalinin, McKenna, Pagh and Lampert, 2026,
// DP-lambda-CGD). The first column of B is 1, 1 - lambda, 1 - lambda, ...
inline BufferedToeplitz remembered(double lambda) { return {{lambda}, {lambda}}; }

// Its sensitivity in closed form, where lambda is in [0, 1).
double remembered_sensitivity(double lambda, const ParticipationLimit& limit);

// The lambda of the smallest noise in prefix sums by that objective. The same bits everywhere.
double best_lambda(const ParticipationLimit& limit,
                   PrefixObjective objective = PrefixObjective::rms);

}  // namespace skald
