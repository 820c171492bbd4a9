#include "run/floating_point_mode.hpp"

#include <cfenv>

#include "catch.hpp"

using namespace skald;
using namespace skald::run;

TEST_CASE("a change of rounding is seen, and undone") {
  const FloatingPointMode before = floating_point_mode();
  std::fesetround(FE_UPWARD);
  CHECK(floating_point_mode() != before);
  reset_floating_point();
  CHECK(std::fegetround() == FE_TONEAREST);
  CHECK(floating_point_mode() == before);
}

TEST_CASE("operations that divide by zero are no change") {
  const FloatingPointMode before = floating_point_mode();
  volatile double zero = 0, one = 1;
  volatile double result = one / zero;
  static_cast<void>(result);
  CHECK(floating_point_mode() == before);
}
