#include "privacy/composition.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "catch.hpp"

namespace skald::privacy {
namespace {

TEST_CASE("optimal composition of pure steps") {
  // Computed with dp_accounting 0.6.0: worst-case pure-DP loss composed with itself.
  CHECK(optimal_composition({0.1, 0}, 100, 1e-6) == Approx(4.774568).epsilon(1e-6));
  CHECK(optimal_composition({0.01, 0}, 1000, 1e-5) == Approx(1.197732798).epsilon(1e-8));
  CHECK(optimal_composition({1, 0}, 10, 1e-6) == Approx(9.999977066).epsilon(1e-8));
}

TEST_CASE("better theorems never give a larger epsilon") {
  for (const double e : {0.01, 0.1, 1.0}) {
    for (const std::int64_t k : {1, 10, 1000}) {
      const double slack = 1e-6;
      CAPTURE(e, k);
      const double basic = basic_composition({e, 0}, k).epsilon;
      const double advanced = advanced_composition({e, 0}, k, slack).epsilon;
      const double closed = closed_form_composition({e, 0}, k, slack).epsilon;
      const double optimal = optimal_composition({e, 0}, k, slack);
      CHECK(advanced <= basic);
      CHECK(closed <= advanced);
      CHECK(optimal <= closed);
    }
  }
}

TEST_CASE("delta of composed steps") {
  CHECK(basic_composition({0.5, 1e-6}, 10).delta == Approx(1e-5));
  CHECK(basic_composition({0.5, 0.3}, 10).delta == 1);
  CHECK(advanced_composition({0.1, 1e-6}, 10, 1e-5).delta == Approx(2e-5));
  CHECK(closed_form_composition({0.1, 1e-6}, 10, 1e-5).delta == Approx(2e-5).epsilon(1e-4));
  CHECK(optimal_composition({0.1, 1e-6}, 10, 0.9e-5) == std::numeric_limits<double>::infinity());
  CHECK(optimal_composition({0.1, 1e-6}, 10, 2e-5) >=
        optimal_composition({0.1, 0}, 10, 1e-5) * (1 - 1e-6));
}

TEST_CASE("composition limits") {
  CHECK(basic_composition({0.5, 1e-6}, 0).epsilon == 0);
  CHECK(optimal_composition({0.5, 1e-6}, 0, 0) == 0);
  CHECK(optimal_composition({0.5, 0}, 3, 0) == Approx(1.5));
  CHECK(optimal_composition({std::numeric_limits<double>::infinity(), 0}, 3, 1e-5) ==
        std::numeric_limits<double>::infinity());
  CHECK_THROWS_AS(advanced_composition({0.1, 0}, 5, 0), std::invalid_argument);
  CHECK_THROWS_AS(basic_composition({0.1, 0}, -1), std::invalid_argument);
  CHECK_THROWS_AS(basic_composition({-0.1, 0}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace skald::privacy
