#include "privacy/renyi_conversion.hpp"

#include "privacy/infinity.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

TEST_CASE("conversion of one order") {
  const std::vector<double> order{10};
  const UpperBounds divergence{1.0};
  CHECK(renyi_epsilon(order, divergence, 1e-5).value == Approx(1.918011).epsilon(1e-6));
  CHECK(renyi_delta(order, divergence, 1.918011).value == Approx(1e-5).epsilon(1e-4));
}

TEST_CASE("zero-concentrated privacy") {
  CHECK(zcdp_epsilon(0.5, 1e-5) == Approx(5.298526).epsilon(1e-6));
  CHECK(zcdp_delta(0.5, zcdp_epsilon(0.5, 1e-5)) == Approx(1e-5));
}

TEST_CASE("a negative bound is reported as 0") {
  CHECK(renyi_epsilon(std::vector<double>{2}, UpperBounds{1e-9}, 0.1).value == 0);
}

TEST_CASE("conversion limits") {
  const std::vector<double> orders{2, 3};
  const UpperBounds none{0.0, 0.0}, all{infinity, infinity};
  CHECK(renyi_epsilon(orders, all, 1e-5).value == infinity);
  CHECK(renyi_epsilon(orders, none, 0).value == 0);
  CHECK(renyi_epsilon(orders, UpperBounds{1.0, 1.0}, 0).value == infinity);
  CHECK(renyi_epsilon(orders, all, 1).value == 0);
  CHECK(renyi_delta(orders, all, 3).value == 1);
  CHECK(renyi_delta(orders, none, 0).value == 0);
  CHECK(renyi_delta(orders, all, infinity).value == 0);
}

TEST_CASE("an optimum on the edge of the orders is marked") {
  CHECK(renyi_epsilon(std::vector<double>{2, 3, 4}, UpperBounds{1.0, 1.5, 2.0}, 1e-9).at_the_end);
  CHECK_FALSE(
      renyi_epsilon(std::vector<double>{2, 6, 60}, UpperBounds{1.0, 3.0, 30.0}, 1e-5).at_the_end);
}

}  // namespace
}  // namespace skald::privacy
