#include "privacy/events/selection.hpp"

#include "privacy/numerics.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace selection_test {

constexpr double poisson = std::numeric_limits<double>::infinity();

// E x^K of the number K of candidates.
double generating(const Repetitions& repetitions, double x) {
  const auto& [shape, mean] = repetitions;
  if (std::isinf(shape)) return std::exp(mean * (x - 1));
  if (shape == 1) return x / mean / (1 - (1 - 1 / mean) * x);
  // Logarithmic: the chance to stop has the mean (1 / g - 1) / log(1 / g).
  double low = 1e-9, high = 1 - 1e-12;
  for (int i = 0; i < 200; ++i) {
    const double g = 0.5 * (low + high);
    ((1 / g - 1) / std::log(1 / g) > mean ? low : high) = g;
  }
  return std::log1p(-(1 - low) * x) / std::log(low);
}

// The law of the best of K outcomes, of which later ones are better; first, that there is none.
std::vector<double> best(const std::vector<double>& law, const Repetitions& repetitions) {
  std::vector<double> result{generating(repetitions, 0)};
  double below = 0, before = result[0];
  for (const double mass : law) {
    below += mass;
    const double now = generating(repetitions, below);
    result.push_back(now - before);
    before = now;
  }
  return result;
}

double divergence(const std::vector<double>& p, const std::vector<double>& q, double order) {
  std::vector<double> terms;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0) terms.push_back(order * std::log(p[i]) + (1 - order) * std::log(q[i]));
  }
  return log_sum(terms) / (order - 1);
}

TEST_CASE("selection: never below the exact law of the best of random mechanisms") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  const std::vector<double> orders{1.1, 1.5, 2, 3, 5, 8, 16, 32, 64, 256};
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> p(6), q(6);
    double sum_p = 0, sum_q = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      sum_p += p[i] = std::exp(3 * uniform(random));
      sum_q += q[i] = p[i] * std::exp(uniform(random));
    }
    for (double& mass : p) mass /= sum_p;
    for (double& mass : q) mass /= sum_q;
    UpperBounds once;
    for (const double order : orders) {
      once.push_back(std::max(divergence(p, q, order), divergence(q, p, order)));
    }
    for (const Repetitions repetitions :
         {Repetitions{1, 5}, {1, 50}, {0, 5}, {poisson, 3}, {poisson, 20}, {1, 1}}) {
      const UpperBounds bound = selection_rdp(repetitions, orders, once);
      const auto best_p = best(p, repetitions), best_q = best(q, repetitions);
      for (std::size_t i = 0; i < orders.size(); ++i) {
        CAPTURE(trial, repetitions.shape, repetitions.mean, orders[i]);
        CHECK(bound[i] >= divergence(best_p, best_q, orders[i]) - 1e-12);
        CHECK(bound[i] >= divergence(best_q, best_p, orders[i]) - 1e-12);
      }
    }
  }
}

TEST_CASE("selection: of a pure mechanism, a geometric number costs three times as much") {
  // Liu, Talwar 2019: 3 epsilon; 2 epsilon for a logarithmic number.
  const std::vector<double> orders{2, 1e3, 1e9};
  const UpperBounds once(orders.size(), UpperBound(0.4));
  CHECK(selection_rdp({1, 100}, orders, once)[2] == Approx(1.2).epsilon(1e-6));
  CHECK(selection_rdp({0, 100}, orders, once)[2] == Approx(0.8).epsilon(1e-6));
  CHECK(selection_rdp({1, 1}, orders, once)[2] >= 0.4);
  // A shape near -1: the chance to stop is e^-1377 or so, which no double holds.
  const double far = selection_rdp({-0.99, 1e6}, orders, once)[2];
  CHECK(far >= 0.4 + 0.01 * 0.4);
  CHECK(far < 0.5);
  CHECK(selection_rdp({-0.99, 1e6}, orders, once)[0] >
        selection_rdp({-0.99, 1e3}, orders, once)[0] + std::log(1e3) - 1e-9);
  CHECK(std::isinf(selection_rdp({-1 + 1e-12, 1e6}, orders, once)[2]));
  CHECK_THROWS_AS(check(Repetitions{1, 0.5}), std::invalid_argument);
  CHECK_THROWS_AS(check(Repetitions{-1, 5}), std::invalid_argument);
  CHECK_THROWS_AS(check(Repetitions{poisson, 0}), std::invalid_argument);
  CHECK_THROWS_AS(selection_rdp({-1, 5}, orders, once), std::invalid_argument);
}

}  // namespace selection_test
}  // namespace skald::privacy
