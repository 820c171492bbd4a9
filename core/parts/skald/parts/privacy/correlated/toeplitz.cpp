#include "skald/parts/privacy/correlated/toeplitz.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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

namespace {

// Calls f with the number of buffers, the usual one as a constant: loops over them are unrolled.
template <class F>
auto with_buffers(const BufferedToeplitz& blt, const F& f) {
  constexpr std::size_t usual = 4;
  if (blt.omega.size() == usual) return f(std::integral_constant<std::size_t, usual>{});
  return f(blt.omega.size());
}

// As decoder(), calling visit(b_t) for each t on the way, which costs less than once all are there.
template <class Visit>
std::vector<double> decoded(const BufferedToeplitz& blt, std::int64_t n, std::int64_t bands,
                            Visit&& visit) {
  return with_buffers(blt, [&](auto d) {
    std::vector<double> b(static_cast<std::size_t>(n));
    std::array<double, kMostBuffers> buffer{}, omega{}, theta{}, last{};
    std::copy(blt.omega.begin(), blt.omega.end(), omega.begin());
    std::copy(blt.theta.begin(), blt.theta.end(), theta.begin());
    std::fill_n(last.begin(), blt.omega.size(), 1.0);  // theta^(bands - 1)
    for (std::int64_t j = 1; bands < n && j < bands; ++j) {
      for (std::size_t i = 0; i < d; ++i) last[i] *= theta[i];
    }
    const auto width = static_cast<std::size_t>(bands);
    for (std::size_t t = 0; t < b.size(); ++t) {
      double value = 1;
      for (std::size_t i = 0; i < d; ++i) value -= omega[i] * buffer[i];
      for (std::size_t i = 0; i < d; ++i) buffer[i] = theta[i] * buffer[i] + value;
      b[t] = value;
      visit(value);
      if (t + 1 < width) continue;
      for (std::size_t i = 0; i < d; ++i) buffer[i] -= last[i] * b[t + 1 - width];
    }
    return b;
  });
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
double root_of(double x, std::size_t d) {
  double low = 1, high = x;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    double power = 1;
    for (std::size_t j = 0; j < d; ++j) power *= middle;
    (power < x ? low : high) = middle;
  }
  return low;
}

double power(double x, std::int64_t n) {
  double result = 1;
  for (; n > 0; n /= 2, x *= x) {
    if (n % 2 == 1) result *= x;
  }
  return result;
}

}  // namespace

std::vector<double> strategy(const BufferedToeplitz& blt, std::int64_t n) {
  return with_buffers(blt, [&](auto d) {
    std::vector<double> c(static_cast<std::size_t>(n));
    std::array<double, kMostBuffers> term{}, theta{};
    std::copy(blt.omega.begin(), blt.omega.end(), term.begin());
    std::copy(blt.theta.begin(), blt.theta.end(), theta.begin());
    c[0] = 1;
    for (std::size_t t = 1; t < c.size(); ++t) {
      double sum = 0;
      for (std::size_t i = 0; i < d; ++i) sum += term[i];
      for (std::size_t i = 0; i < d; ++i) term[i] *= theta[i];
      c[t] = sum;
    }
    return c;
  });
}

std::vector<double> decoder(const BufferedToeplitz& blt, std::int64_t n, std::int64_t bands) {
  return decoded(blt, n, bands, [](double) {});
}

BufferedToeplitz best_buffers(ParticipationLimit limit, std::int64_t buffers,
                              PrefixObjective objective, std::int64_t bands) {
  check(limit);
  constexpr std::int64_t most_rounds = 16384;
  if (buffers < 1 || buffers > static_cast<std::int64_t>(kMostBuffers)) {
    throw std::invalid_argument("correlated noise: buffers is " + std::to_string(buffers) +
                                ", expected 1 to " + std::to_string(kMostBuffers));
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
    const std::int64_t width = bands > 0 ? std::min(bands, n) : n;
    const std::vector<double> c = strategy(blt, width);
    PrefixErrorSum error;
    decoded(blt, n, width, [&error](double value) { error.add(value); });
    return toeplitz_sensitivity(c, limit) * objective_of(error.of(n), objective);
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

// The columns of two turns j b and (j - i) b have the product q^i (1 - lambda^(2 (n - j b))) / (1 -
// lambda^2), q = lambda^b; the square of the sum of k columns is the sum of all their products.
double remembered_sensitivity(double lambda, const ParticipationLimit& limit) {
  check(limit);
  const std::int64_t last = participations(limit) - 1, apart = limit.separation;
  const double q = power(lambda, apart);
  std::vector<double> products;  // with itself and twice with the turns before, but for the ends
  double term = 1, sum = 1;
  for (std::int64_t j = 0; j <= last; ++j, term *= q, sum += 2 * term) products.push_back(sum);
  double cut = power(lambda, 2 * (limit.rounds - last * apart)), square = 0;
  for (std::int64_t j = last; j >= 0; --j, cut *= q * q) {
    square += products[static_cast<std::size_t>(j)] * (1 - cut);
  }
  return std::sqrt(square / (1 - lambda * lambda));
}

double best_lambda(const ParticipationLimit& limit, PrefixObjective objective) {
  check(limit);
  if (limit.rounds == 1) return 0;
  const auto later = static_cast<double>(limit.rounds - 1);
  const double rows = objective == PrefixObjective::rms ? 0.5 * later : later;
  const auto loss = [&](double rest) {  // 1 - lambda
    return remembered_sensitivity(1 - rest, limit) * std::sqrt(1 + rows * rest * rest);
  };
  const double ratio = std::sqrt(0.5);
  double best = 1, least = loss(best);
  for (double rest = ratio; rest * later > 0.1; rest *= ratio) {
    const double found = loss(rest);
    if (found < least) best = rest, least = found;
  }
  constexpr int bits = 26;  // half of a double's: a minimum's place is known to no more
  return 1 - boost::math::tools::brent_find_minima(loss, best * ratio, std::min(1.0, best / ratio),
                                                   bits)
                 .first;
}

}  // namespace skald
