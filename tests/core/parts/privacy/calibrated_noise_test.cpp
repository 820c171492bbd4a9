#include "skald/parts/privacy/calibrated_noise.hpp"

#include "skald/parts/privacy/amplification.hpp"
#include "test.hpp"

TEST_CASE("eq. 16 of private FedPaq: the eps that a round's noise is calibrated to") {
  const double rate = 0.2, delta = 1e-5;
  const auto multiplier = [&](double epsilon) {
    return 2 * rate / epsilon * std::sqrt(2 * std::log(1.25 * rate / delta));
  };
  CHECK(multiplier(1) == Approx(0.4 * std::sqrt(2 * std::log(0.25e5))));
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    CHECK(calibrated_epsilon(multiplier(epsilon), rate, delta) == Approx(epsilon));
  }
  CHECK(std::isinf(calibrated_epsilon(0, rate, delta)));
  CHECK_THROWS_AS(calibrated_epsilon(1, 1e-6, delta), std::invalid_argument);
}

TEST_CASE("the eps that eq. 16 claims, and the one that its noise amplifies to") {
  const auto amplified = [](double claimed) { return amplified_epsilon(claimed / 0.4, 0.2); };
  CHECK(amplified(0.5) <= 0.5);  // e^x - 1 <= 2 x holds up to x = 1.2564
  CHECK(amplified(1) == Approx(1.17).epsilon(5e-3));
  CHECK(amplified(2) == Approx(3.42).epsilon(5e-3));
  CHECK(amplified(5) == Approx(10.9).epsilon(5e-3));
}
