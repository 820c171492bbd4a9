#include "privacy/audit.hpp"

#include "test.hpp"

namespace skald::privacy {
namespace {

AttackCounts counts(std::int64_t n, std::int64_t hits, std::int64_t alarms) {
  return {n, hits, n, alarms};
}

}  // namespace

TEST_CASE("Clopper-Pearson bounds of epsilon of another auditor") {
  CHECK(attack_epsilon(counts(100, 95, 2), 0, 0.05) == Approx(2.534066080).epsilon(1e-9));
  CHECK(attack_epsilon(counts(1000, 1000, 0), 1e-5, 0.05) == Approx(5.600577494).epsilon(1e-9));
  CHECK(attack_epsilon(counts(1000, 300, 5), 1e-5, 0.05) == Approx(3.151196972).epsilon(1e-9));
  CHECK(attack_epsilon(counts(500, 250, 250), 0, 0.05) == 0);
}

TEST_CASE("bounds by the distance of two Gaussians of another auditor") {
  CHECK(gaussian_attack_epsilon(counts(100, 95, 2), 1e-5, 0.05) == Approx(14.456847).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(1000, 900, 50), 1e-5, 0.05) ==
        Approx(14.457201).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(1000, 300, 5), 1e-5, 0.05) ==
        Approx(7.973945).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(10000, 5000, 100), 1e-5, 0.05) ==
        Approx(11.426330).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(100, 50, 50), 1e-5, 0.05) == 0);
}

TEST_CASE("Clopper-Pearson bounds invert the binomial tail") {
  // P(X >= 3 of 5) at the lower bound of 3 successes, P(X <= 3) at the upper one.
  const double low = proportion_at_least(3, 5, 0.01), high = proportion_at_most(3, 5, 0.01);
  const auto at_least_3 = [](double p) {
    return 10 * std::pow(p, 3) * std::pow(1 - p, 2) + 5 * std::pow(p, 4) * (1 - p) + std::pow(p, 5);
  };
  CHECK(at_least_3(low) == Approx(0.01));
  CHECK(5 * std::pow(high, 4) * (1 - high) + std::pow(high, 5) == Approx(0.99));
  CHECK(proportion_at_least(0, 5, 0.01) == 0);
  CHECK(proportion_at_most(5, 5, 0.01) == 1);
  CHECK_THROWS_AS(proportion_at_least(6, 5, 0.01), std::invalid_argument);
}

}  // namespace skald::privacy
