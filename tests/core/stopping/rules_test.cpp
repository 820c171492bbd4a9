#include "stopping/rules.hpp"

#include "test.hpp"

using namespace skald::stopping;

TEST_CASE("the half width is Student's") {
  RunningMean mean;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) mean.add(value);
  CHECK(mean.n() == 8);
  CHECK(mean.mean() == Approx(5));
  // t(7, 0.975) = 2.364624 (any table), sd = sqrt(32 / 7).
  CHECK(mean.half_width() == Approx(2.3646243 * std::sqrt(32.0 / 7 / 8)).epsilon(1e-7));
}

TEST_CASE("one value has no half width, and equal ones have none to speak of") {
  RunningMean mean;
  mean.add(0.3);
  CHECK(std::isnan(mean.half_width()));
  mean.add(0.3);
  CHECK(mean.half_width() == 0);
}

TEST_CASE("a relative half width is a share of the mean's size") {
  CHECK(wanted_half_width({"loss", 0.01, true}, -50) == Approx(0.5));
  CHECK(wanted_half_width({"loss", 0.01, false}, -50) == 0.01);
}
