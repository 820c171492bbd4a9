#include "privacy/subsampling.hpp"

#include <cmath>
#include <stdexcept>

#include "catch.hpp"
#include "privacy/accounting.hpp"
#include "privacy/gaussian.hpp"

namespace skald::privacy {
namespace {

TEST_CASE("amplification formula and its inverse") {
  CHECK(amplified_epsilon(2.5, 0.2) == Approx(std::log(1 + 0.2 * (std::exp(2.5) - 1))));
  for (const double epsilon : {0.0, 1e-6, 1.0, 30.0, 39.9, 40.1, 900.0}) {
    for (const double rate : {1e-6, 0.3, 1.0}) {
      CAPTURE(epsilon, rate);
      CHECK(base_epsilon(amplified_epsilon(epsilon, rate), rate) == Approx(epsilon).epsilon(1e-9));
    }
  }
  const Budget base = amplification_base(amplify({1.5, 1e-4}, 0.1), 0.1);
  CHECK(base.epsilon == Approx(1.5));
  CHECK(base.delta == Approx(1e-4));
  CHECK_THROWS_AS(amplified_epsilon(1, 0), std::invalid_argument);
}

TEST_CASE("the profile of one Poisson-sampled Gaussian release agrees with the pld accountant") {
  const double z = 1.2, rate = 0.05;
  for (const double epsilon : {0.3, 1.0, 2.0}) {
    const Budget amplified = amplify({epsilon, gaussian_delta(z, epsilon)}, rate);
    const NoisyRelease release{z, Sampling::poisson, rate, 1};
    const Guarantee found = delta({&release, 1}, amplified.epsilon, Accounting::pld);
    CAPTURE(epsilon);
    CHECK(found.delta == Approx(amplified.delta).epsilon(1e-3));
    CHECK(found.delta >= amplified.delta * (1 - 1e-9));
    CHECK(found.delta_low <= amplified.delta * (1 + 1e-9));
  }
}

TEST_CASE("sampling with replacement") {
  CHECK(replacement_rate(10, 50) == Approx(1 - std::pow(0.98, 10)));
  // One draw is a fixed-size sample of one.
  const GroupProfile profile = gaussian_group_profile(2);
  const Budget once = amplify_with_replacement(profile, 1, 1, 40);
  CHECK(once.delta == Approx(gaussian_delta(2, 1) / 40));
  CHECK(once.epsilon == Approx(amplified_epsilon(1, 1.0 / 40)));
  // Direct sum for three draws.
  double sum = 0;
  for (int k = 1; k <= 3; ++k) {
    const double ways = k == 3 ? 1 : 3;
    sum += ways * std::pow(0.1, k) * std::pow(0.9, 3 - k) * gaussian_delta(2.0 / k, 0.7);
  }
  CHECK(amplify_with_replacement(profile, 0.7, 3, 10).delta == Approx(sum));
  CHECK(amplify_with_replacement(profile, 0.7, 0, 10).delta == 0);
  // Multiplicities cost: never better than the same draws without repetition.
  CHECK(amplify_with_replacement(profile, 1, 20, 100).delta >=
        replacement_rate(20, 100) * gaussian_delta(2, 1));
}

TEST_CASE("noise for the base of a budget meets it after amplification") {
  for (const double target : {0.3, 1.0, 5.0}) {
    const Budget base = amplification_base({target, 1e-5}, 0.2);
    const double sigma = analytic_gaussian_sigma(base.epsilon, base.delta);
    CHECK(0.2 * gaussian_delta(sigma, base_epsilon(target, 0.2)) <= 1e-5 * (1 + 1e-9));
  }
}

}  // namespace
}  // namespace skald::privacy
