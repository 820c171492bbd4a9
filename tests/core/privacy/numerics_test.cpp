#include "privacy/numerics.hpp"

#include "test.hpp"

namespace skald::privacy {
namespace {

TEST_CASE("logarithm of the normal cdf is continuous across its branches") {
  for (const double join : {0.0, -30.0}) {
    const double below = log_normal_cdf(std::nextafter(join, -100));
    const double above = log_normal_cdf(std::nextafter(join, 100));
    CHECK(below == Approx(above).epsilon(1e-13));
  }
}

TEST_CASE("logarithm of the normal cdf in the far tails") {
  // Computed with mpmath at 40 digits.
  CHECK(log_normal_cdf(-10) == Approx(-53.231285150512471).epsilon(1e-14));
  CHECK(log_normal_cdf(-40) == Approx(-804.60844201375379).epsilon(1e-14));
  CHECK(log_normal_cdf(8) == Approx(-6.220960574271786e-16).epsilon(1e-13));
  CHECK(log_normal_cdf(0) == Approx(std::log(0.5)));
  CHECK(std::isfinite(log_normal_cdf(-1e100)));
}

}  // namespace
}  // namespace skald::privacy
