#include "skald/parts/data/share.hpp"

#include "test.hpp"

TEST_CASE("a decimal share of a count is what decimal arithmetic says") {
  CHECK(0.29 * 100 < 29);
  CHECK(whole_share(0.29, 100) == 29);
  // Every share of two or three digits, of many counts, against integers.
  for (const Index digits : {100, 1000}) {
    for (Index numerator = 0; numerator <= digits; ++numerator) {
      const double share = static_cast<double>(numerator) / static_cast<double>(digits);
      for (const Index count : {1, 3, 7, 50, 100, 1234, 60000, 8388608}) {
        INFO(numerator << " / " << digits << " of " << count);
        const Index product = numerator * count;
        REQUIRE(whole_share(share, count) == product / digits);
        REQUIRE(nearest_share(share, count) == (2 * product + digits) / (2 * digits));
      }
    }
  }
}

TEST_CASE("a share that is below a whole number by more than rounding stays below") {
  CHECK(whole_share(0.2899999999999, 100) == 28);
  CHECK(whole_share(1.0 / 3, 3) == 1);
  CHECK(snapped_round(-2.5) == -3);
  CHECK(snapped_round(-2.4) == -2);
  CHECK(snapped(0) == 0);
  CHECK(snapped(1e300) == 1e300);
}
