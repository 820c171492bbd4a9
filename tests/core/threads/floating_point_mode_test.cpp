#include "threads/floating_point_mode.hpp"

#include <cfenv>

#include "test.hpp"

using namespace skald::threads;

TEST_CASE("a change of rounding is seen, and undone") {
  const FloatingPointMode before = floating_point_mode();
  std::fesetround(FE_UPWARD);
  CHECK(floating_point_mode() != before);
  reset_floating_point();
  CHECK(std::fegetround() == FE_TONEAREST);
  CHECK(floating_point_mode() == before);
}

TEST_CASE("a mode is set as it was") {
  const FloatingPointMode before = floating_point_mode();
  std::fesetround(FE_DOWNWARD);
  const FloatingPointMode down = floating_point_mode();
  set_floating_point_mode(before);
  CHECK(floating_point_mode() == before);
  set_floating_point_mode(down);
  CHECK(std::fegetround() == FE_DOWNWARD);
  set_floating_point_mode(before);
}

TEST_CASE("operations that divide by zero are no change") {
  const FloatingPointMode before = floating_point_mode();
  volatile double zero = 0, one = 1;
  volatile double result = one / zero;
  static_cast<void>(result);
  CHECK(floating_point_mode() == before);
}
