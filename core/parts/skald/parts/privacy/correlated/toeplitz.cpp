#include "skald/parts/privacy/correlated/toeplitz.hpp"

#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace skald {

std::vector<double> decoder(const std::vector<double>& c, std::int64_t n) {
  std::vector<double> b(static_cast<std::size_t>(n));
  for (std::size_t t = 0; t < b.size(); ++t) {
    double sum = 1;
    for (std::size_t j = 1; j < c.size() && j <= t; ++j) sum -= c[j] * b[t - j];
    b[t] = sum;
  }
  return b;
}

double toeplitz_sensitivity(const std::vector<double>& c, const ParticipationLimit& limit) {
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

PrefixError toeplitz_error(const std::vector<double>& b) {
  PrefixErrorSum sum;
  for (const double value : b) sum.add(value);
  return sum.of(static_cast<std::int64_t>(b.size()));
}

}  // namespace skald
