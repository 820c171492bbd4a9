// Buffered linear Toeplitz strategies (BLT): c_0 = 1, c_t = sum_i omega_i theta_i^(t - 1), so that
// noise needs one buffer for each term (Dvijotham, McMahan, Pillutla, Steinke and Thakurta, 2024,
// Efficient and near-optimal noise generation for streaming differential privacy).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "skald/parts/privacy/correlated/toeplitz.hpp"

namespace skald {

struct BufferedToeplitz {
  std::vector<double> omega;  // 0 or more, of sum at most 1
  std::vector<double> theta;  // in [0, 1)
};

inline std::vector<double> strategy(const BufferedToeplitz& blt, std::int64_t n) {
  std::vector<double> c(static_cast<std::size_t>(n));
  std::vector<double> term = blt.omega;
  c[0] = 1;
  for (std::size_t t = 1; t < c.size(); ++t) {
    c[t] = std::accumulate(term.begin(), term.end(), 0.0);
    for (std::size_t i = 0; i < term.size(); ++i) term[i] *= blt.theta[i];
  }
  return c;
}

// As decoder(strategy(blt, n), n), in time in proportion to n.
inline std::vector<double> decoder(const BufferedToeplitz& blt, std::int64_t n) {
  std::vector<double> b(static_cast<std::size_t>(n)), buffer(blt.omega.size(), 0.0);
  for (double& value : b) {
    value = 1;
    for (std::size_t i = 0; i < buffer.size(); ++i) value -= blt.omega[i] * buffer[i];
    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = blt.theta[i] * buffer[i] + value;
  }
  return b;
}

// Minimises f by the method of Nelder and Mead from `start`, with first steps of `share` of its
// coordinates. It uses no function but those that are rounded correctly everywhere.
template <class F>
std::vector<double> nelder_mead(F f, const std::vector<double>& start, double share, int steps) {
  struct Vertex {
    std::vector<double> x;
    double value;
  };
  const std::size_t d = start.size();
  std::vector<Vertex> simplex;
  for (std::size_t i = 0; i <= d; ++i) {
    std::vector<double> x = start;
    if (i > 0) x[i - 1] *= 1 + share;
    const double value = f(x);
    simplex.push_back({std::move(x), value});
  }
  const auto better = [](const Vertex& a, const Vertex& b) { return a.value < b.value; };
  const auto moved = [&](const std::vector<double>& middle, double factor) {
    std::vector<double> x(d);
    for (std::size_t i = 0; i < d; ++i) {
      x[i] = middle[i] + factor * (middle[i] - simplex[d].x[i]);
    }
    const double value = f(x);
    return Vertex{std::move(x), value};
  };
  for (int n = 0; n < steps; ++n) {
    std::stable_sort(simplex.begin(), simplex.end(), better);
    std::vector<double> middle(d, 0.0);
    for (std::size_t v = 0; v < d; ++v) {
      for (std::size_t i = 0; i < d; ++i) middle[i] += simplex[v].x[i] / static_cast<double>(d);
    }
    Vertex next = moved(middle, 1);
    if (better(next, simplex[0])) {
      Vertex further = moved(middle, 2);
      simplex[d] = better(further, next) ? std::move(further) : std::move(next);
    } else if (better(next, simplex[d - 1])) {
      simplex[d] = std::move(next);
    } else {
      Vertex nearer = moved(middle, better(next, simplex[d]) ? 0.5 : -0.5);
      if (better(nearer, simplex[d])) {
        simplex[d] = std::move(nearer);
        continue;
      }
      for (std::size_t v = 1; v <= d; ++v) {
        for (std::size_t i = 0; i < d; ++i) {
          simplex[v].x[i] = 0.5 * (simplex[v].x[i] + simplex[0].x[i]);
        }
        simplex[v].value = f(simplex[v].x);
      }
    }
  }
  return std::min_element(simplex.begin(), simplex.end(), better)->x;
}

// The positive d-th root of x >= 1, by bisection.
inline double root_of(double x, std::size_t d) {
  double low = 1, high = x;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    double power = 1;
    for (std::size_t j = 0; j < d; ++j) power *= middle;
    (power < x ? low : high) = middle;
  }
  return low;
}

// Buffers for these rounds (or for the first 16384 of them), of about the smallest noise in prefix
// sums by that objective for their number; if only the first `bands` coefficients of their strategy
// are used, where that is above 0. Begins at the square root's coefficients, which are integrals of
// exp(-u t) / (pi sqrt(u)) over u, as sums over u in geometric steps. The same bits everywhere.
inline BufferedToeplitz best_buffers(ParticipationLimit limit, std::int64_t buffers,
                                     PrefixObjective objective = PrefixObjective::rms,
                                     std::int64_t bands = 0) {
  check(limit);
  constexpr std::int64_t most_buffers = 8, most_rounds = 16384;
  if (buffers < 1 || buffers > most_buffers) {
    throw std::invalid_argument("correlated noise: buffers is " + std::to_string(buffers) +
                                ", expected 1 to " + std::to_string(most_buffers));
  }
  limit.rounds = std::min(limit.rounds, most_rounds);
  const auto d = static_cast<std::size_t>(buffers);
  const std::int64_t n = limit.rounds;
  // omega = y^2, theta = x^2 / (1 + x^2)
  const auto blt_of = [d](const std::vector<double>& x) {
    BufferedToeplitz blt;
    for (std::size_t i = 0; i < d; ++i) blt.omega.push_back(x[i] * x[i]);
    for (std::size_t i = d; i < 2 * d; ++i) blt.theta.push_back(x[i] * x[i] / (1 + x[i] * x[i]));
    return blt;
  };
  const auto loss = [&](const std::vector<double>& x) {
    const BufferedToeplitz blt = blt_of(x);
    const double sum = std::accumulate(blt.omega.begin(), blt.omega.end(), 0.0);
    const double largest = *std::max_element(blt.theta.begin(), blt.theta.end());
    if (!(sum <= 1) || !(largest < 1)) return std::numeric_limits<double>::infinity();
    const std::vector<double> c = strategy(blt, bands > 0 ? std::min(bands, n) : n);
    const std::vector<double> b = bands > 0 ? decoder(c, n) : decoder(blt, n);
    return toeplitz_sensitivity(c, limit) * objective_of(toeplitz_error(b), objective);
  };
  constexpr double pi = 3.14159265358979323846;
  const auto rounds = static_cast<double>(std::max<std::int64_t>(n, 4));
  const double ratio = root_of(rounds, d), width = ratio - 1;
  std::vector<double> start(2 * d);
  double u = 1 / std::sqrt(ratio);
  for (std::size_t i = 0; i < d; ++i, u /= ratio) {
    const double weight = std::min(width, 3.0) * std::sqrt(u) / pi;
    start[i] = std::sqrt(std::min(0.9 / static_cast<double>(d), weight));
    start[d + i] = 1 / std::sqrt(u);  // theta = 1 / (1 + u)
  }
  const int steps = static_cast<int>(150 * d);
  std::vector<double> best = nelder_mead(loss, start, 0.3, steps);
  best = nelder_mead(loss, best, 0.1, steps);
  return blt_of(best);
}

}  // namespace skald
