#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

struct SigmaRow {
  double epsilon, delta, sigma;
};
// Computed with dp_accounting 0.6.0, get_sigma_gaussian.
constexpr SigmaRow sigmas[] = {
    {0.1, 1e-5, 30.749566132}, {0.5, 1e-5, 7.03182667558}, {1, 1e-5, 3.73063163482},
    {1, 1e-6, 4.22467888933},  {2, 1e-5, 1.99381244564},   {4, 1e-5, 1.08116184952},
    {8, 1e-5, 0.600229072199}, {10, 1e-6, 0.541086831818}, {0.01, 1e-3, 93.9074198398},
    {1, 1e-10, 5.86777774963}, {20, 1e-5, 0.290041418033}, {1, 0.1, 1.08587776519},
};

TEST_CASE("analytic Gaussian mechanism gives the published noise") {
  for (const SigmaRow& row : sigmas) {
    CAPTURE(row.epsilon, row.delta);
    CHECK(analytic_gaussian_sigma(row.epsilon, row.delta) == Approx(row.sigma).epsilon(1e-9));
  }
}

TEST_CASE("calibrated noise never exceeds its budget and wastes none of it") {
  for (const SigmaRow& row : sigmas) {
    CAPTURE(row.epsilon, row.delta);
    const double sigma = analytic_gaussian_sigma(row.epsilon, row.delta);
    CHECK(gaussian_delta(sigma, row.epsilon) <= row.delta * (1 + 1e-12));
    CHECK(gaussian_delta(sigma, row.epsilon) == Approx(row.delta).epsilon(1e-9));
    CHECK(gaussian_epsilon(sigma, row.delta) == Approx(row.epsilon).epsilon(1e-9));
  }
}

TEST_CASE("epsilon of one Gaussian release") {
  CHECK(gaussian_epsilon(1, 1e-5) == Approx(4.377178096).epsilon(1e-9));
  CHECK(gaussian_epsilon(0.5, 1e-5) == Approx(9.997256146).epsilon(1e-9));
  CHECK(gaussian_epsilon(5, 1e-5) == Approx(0.7255217509).epsilon(1e-9));
  CHECK(gaussian_delta(1, 1) == Approx(0.126936).epsilon(1e-5));
}

TEST_CASE("limits of the Gaussian mechanism are reached without NaN") {
  CHECK(gaussian_delta(0, 3) == 1);
  CHECK(gaussian_delta(infinity, 0) == 0);
  CHECK(gaussian_delta(1, infinity) == 0);
  CHECK(gaussian_delta(1, 0) == Approx(std::erf(0.5 / std::sqrt(2))));
  CHECK(gaussian_epsilon(0, 1e-5) == infinity);
  CHECK(gaussian_epsilon(1, 0) == infinity);
  CHECK(gaussian_epsilon(1, 1) == 0);
  CHECK(gaussian_epsilon(1e-200, 1e-5) == infinity);
  CHECK(gaussian_epsilon(1e6, 1e-5) == 0);
  CHECK(std::isfinite(gaussian_epsilon(1e-3, 1e-300)));
  CHECK(analytic_gaussian_sigma(infinity, 1e-5) == 0);
  CHECK(analytic_gaussian_sigma(1, 1) == 0);
  CHECK(analytic_gaussian_sigma(1, 0) == infinity);
  CHECK(gaussian_delta(analytic_gaussian_sigma(0, 1e-3), 0) == Approx(1e-3));
}

TEST_CASE("classical Gaussian mechanism is refused where its proof ends") {
  CHECK(classical_gaussian_sigma(1, 1e-5) == Approx(std::sqrt(2 * std::log(1.25e5))));
  // The exact delta of the classical noise at epsilon 1 and nominal 1e-5.
  CHECK(gaussian_delta(classical_gaussian_sigma(1, 1e-5), 1) == Approx(4.114e-8).epsilon(1e-3));
  CHECK_THROWS_AS(classical_gaussian_sigma(1.01, 1e-5), std::invalid_argument);
  CHECK_THROWS_AS(classical_gaussian_sigma(0, 1e-5), std::invalid_argument);
  CHECK_THROWS_AS(classical_gaussian_sigma(0.5, 0), std::invalid_argument);
}

}  // namespace

namespace trade_off_test {

TEST_CASE("trade-off: of randomised response, from its one budget") {
  // The best tests at level a <= 1 / (1 + e^eps): miss 1 - e^eps a.
  const std::vector<Budget> points{{1, 0}, {0, std::tanh(0.5)}};
  const double e = std::exp(1.0);
  CHECK(least_missed(points, 0) == 1);
  CHECK(least_missed(points, 0.1) == Approx(1 - e * 0.1));
  CHECK(least_missed(points, 1 / (1 + e)) == Approx(1 / (1 + e)));
  CHECK(least_missed(points, 0.9) == Approx(0.1 / e));
  CHECK(least_missed(points, 1) == 0);
}

TEST_CASE("trade-off: of a Gaussian release, never above the exact one and close to it") {
  for (const double mu : {0.3, 1.0, 3.0}) {
    std::vector<Budget> points;
    for (int i = 0; i <= 400; ++i) {
      const double epsilon = 0.02 * i * std::max(1.0, mu * mu / 2);
      points.push_back({epsilon, gaussian_delta(1 / mu, epsilon)});
    }
    for (const double alarms : usual_alarms()) {
      const double exact = gaussian_missed(mu, alarms), found = least_missed(points, alarms);
      CAPTURE(mu, alarms, exact);
      CHECK(found <= exact * (1 + 1e-9));
      CHECK(found == Approx(exact).epsilon(2e-3).margin(2e-4));
    }
    CHECK(gaussian_missed(mu, gaussian_missed(mu, 0.2)) == Approx(0.2));  // symmetric
  }
  CHECK(gaussian_missed(1, 0.5) == Approx(normal_cdf(-1)));
  CHECK(gaussian_missed(1, 0) == 1);
}

}  // namespace trade_off_test

}  // namespace skald::privacy
