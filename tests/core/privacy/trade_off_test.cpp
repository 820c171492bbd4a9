#include "privacy/trade_off.hpp"

#include "privacy/gaussian.hpp"
#include "privacy/normal.hpp"
#include "test.hpp"

namespace skald::privacy {
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
