// Epochs in which every unit is in several steps, against quadrature, simulation and limits.
#include "privacy/pld/sampled_loss.hpp"

#include <random>

#include "loss_curve.hpp"
#include "privacy/accounting.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace subset_loss_test {

// An epoch of so many steps, with each unit in `picks` of them.
std::vector<NoisyRelease> epoch(double z, std::int64_t steps, std::int64_t picks) {
  NoisyRelease release;
  release.noise_multiplier = z;
  release.sampling = Sampling::balls_in_bins;
  release.rate = 1 / static_cast<double>(steps);
  release.draws = picks;
  return {release};
}

// E (a + b u - x)+ for log-normal u of mean 1 whose logarithm has the standard deviation s.
double call(double a, double b, double x, double s) {
  if (a >= x) return a + b - x;
  const double y = (x - a) / b, d = (0.5 * s * s - std::log(y)) / s;
  return b * (normal_cdf(d) - y * normal_cdf(d - s));
}

// E (R - x)+ where R is the mean, over two of three independent ratios, of their product.
double call_of_two_in_three(double x, double z) {
  constexpr double step = 0.02;
  const double s = 1 / z;
  const auto ratio = [&](double g) { return std::exp(s * g - 0.5 * s * s); };
  double sum = 0;
  for (double g = -9; g <= 9 + s; g += step) {
    for (double h = -9; h <= 9 + s; h += step) {
      const double u = ratio(g), v = ratio(h);
      sum +=
          step * step * normal_density(g) * normal_density(h) * call(u * v / 3, (u + v) / 3, x, s);
    }
  }
  return sum;
}

TEST_CASE("two of three steps: the exact delta of both directions lies between the bounds") {
  for (const double z : {0.7, 1.0, 2.0}) {
    const LossLaw low = shown_subset_law({z, 3, 2});
    for (const double at : {0.0, 0.5, 1.0, 2.0}) {
      CAPTURE(z, at);
      const double x = std::exp(at), removed = call_of_two_in_three(x, z);
      const double added = x * (call_of_two_in_three(1 / x, z) - 1 + 1 / x);
      const double exact = std::max(removed, added);
      const Guarantee found = delta(epoch(z, 3, 2), at, Accounting::pld);
      CHECK(found.delta >= exact * (1 - 1e-6));
      CHECK(found.delta_low <= exact * (1 + 1e-6));
      CHECK(found.delta_low > 0.9 * exact);
      CHECK(curve(low, at) <= removed * (1 + 1e-6));
      CHECK(curve(reversed(low), at) <= added * (1 + 1e-6) + 1e-12);
      // Here the order of the steps tells that one of them is the unit's: much.
      CHECK(found.delta < 3 * exact);
    }
  }
}

// Elementary symmetric mean of that degree: the ratio of the laws with and without the unit.
double mean_product(const std::vector<double>& ratios, std::size_t degree) {
  std::vector<double> sums(degree + 1);
  sums[0] = 1;
  double sets = 1;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    for (std::size_t k = std::min(i + 1, degree); k >= 1; --k) sums[k] += ratios[i] * sums[k - 1];
  }
  for (std::size_t k = 0; k < degree; ++k) {
    sets *= static_cast<double>(ratios.size() - k) / static_cast<double>(k + 1);
  }
  return sums[degree] / sets;
}

TEST_CASE("several of many steps: simulated deltas lie between the bounds") {
  struct Case {
    double z;
    std::size_t steps, picks;
  };
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  for (const Case& c : {Case{1, 10, 3}, Case{1, 40, 8}, Case{2, 12, 5}, Case{0.8, 20, 2}}) {
    constexpr int samples = 200'000;
    const std::vector<double> at{0.25, 0.5, 1, 1.5};
    // Unit removed: E (1 - x / R)+ over outputs with it, in its first steps, by symmetry.
    std::vector<double> sum(at.size()), square(at.size());
    std::vector<double> ratios(c.steps);
    for (int i = 0; i < samples; ++i) {
      for (std::size_t j = 0; j < c.steps; ++j) {
        const double g = normal(generator) + (j < c.picks ? 1 / c.z : 0);
        ratios[j] = std::exp((g - 0.5 / c.z) / c.z);
      }
      const double ratio = mean_product(ratios, c.picks);
      for (std::size_t k = 0; k < at.size(); ++k) {
        const double term = std::max(0.0, 1 - std::exp(at[k]) / ratio);
        sum[k] += term;
        square[k] += term * term;
      }
    }
    const auto steps = static_cast<std::int64_t>(c.steps),
               picks = static_cast<std::int64_t>(c.picks);
    const LossLaw low = shown_subset_law({c.z, steps, picks});
    for (std::size_t k = 0; k < at.size(); ++k) {
      CAPTURE(c.z, c.steps, c.picks, at[k]);
      const double mean = sum[k] / samples;
      // 6 standard errors: 2e-9 each.
      const double error = 6 * std::sqrt((square[k] / samples - mean * mean) / samples);
      const Guarantee found = delta(epoch(c.z, steps, picks), at[k], Accounting::pld);
      CHECK(found.delta >= mean - error);
      CHECK(curve(low, at[k]) <= mean + error);
      CHECK(curve(low, at[k]) > 0.9 * mean - error);
      CHECK(found.delta_low >= 0.99 * curve(low, at[k]));
      CHECK(found.delta_low <= found.delta);
    }
  }
}

TEST_CASE("several steps of an epoch: limits") {
  const auto eps = [](const std::vector<NoisyRelease>& releases) {
    return epsilon(releases, 1e-5, Accounting::pld);
  };
  // In all steps: not sampled.
  const Guarantee all = eps(epoch(3, 10, 10));
  CHECK(all.epsilon == Approx(gaussian_epsilon(3 / std::sqrt(10.0), 1e-5)).epsilon(1e-9));
  CHECK(all.epsilon_low == all.epsilon);
  // In one step: balls in bins, of which exact values are known.
  CHECK(eps(epoch(1, 10, 1)).epsilon == Approx(2.188848).epsilon(5e-4));
  // One step of every block of ten, if a unit picks five of fifty: less than it being known where.
  double last = 0;
  for (const std::int64_t picks : {1, 2, 5, 10, 25, 50}) {
    const Guarantee found = eps(epoch(2, 50, picks));
    CAPTURE(picks, found.epsilon, found.epsilon_low);
    CHECK(found.epsilon > last);
    CHECK(found.epsilon_low <= found.epsilon);
    CHECK(found.epsilon_low > 0.7 * found.epsilon);
    CHECK(found.epsilon <=
          gaussian_epsilon(2 / std::sqrt(static_cast<double>(picks)), 1e-5) * (1 + 1e-6));
    last = found.epsilon;
  }
  // So many steps that the low is that of the mean.
  const Guarantee many = eps(epoch(2, 100'000, 300));
  CHECK(many.epsilon_low >= 0.99 * gaussian_epsilon(2 * std::sqrt(1e5) / 300, 1e-5));
  CHECK(many.epsilon_low <= many.epsilon);
  CHECK_THROWS_AS(check(epoch(1, 10, 11)), std::invalid_argument);
  CHECK_THROWS_AS(shown_subset_law({1, 3, 3}), std::invalid_argument);
  // The noise for a budget.
  const double z = noise_multiplier(epoch(1, 100, 5), {1, 1e-5}, Accounting::pld);
  CHECK(eps(epoch(z, 100, 5)).epsilon <= 1);
  CHECK(eps(epoch(z * (1 - 1e-4), 100, 5)).epsilon > 1);
}

}  // namespace subset_loss_test
}  // namespace skald::privacy
