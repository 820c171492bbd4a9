#include "privacy/sensitivity.hpp"

#include <limits>
#include <stdexcept>

#include "catch.hpp"

namespace skald::privacy {
namespace {

TEST_CASE("replacing a clipped contribution doubles the distance") {
  CHECK(Sensitivity::of_clipped_sum(0.5, Relation::add_remove).value() == 0.5);
  CHECK(Sensitivity::of_clipped_sum(0.5, Relation::replace_one).value() == 1.0);
  CHECK(Sensitivity::of_clipped_sum(0.5, Relation::zero_out).value() == 0.5);
  CHECK(Sensitivity::of_clipped_mean(0.5, 10, Relation::replace_one).value() == Approx(0.1));
}

TEST_CASE("noise multiplier is noise over clip under every relation") {
  for (const Relation relation :
       {Relation::add_remove, Relation::replace_one, Relation::zero_out}) {
    const Sensitivity sensitivity = Sensitivity::of_clipped_sum(0.25, relation);
    CHECK(sensitivity.noise_multiplier(0.5) == Approx(2));
    CHECK(sensitivity.standard_deviation(2) == Approx(0.5));
  }
  CHECK(Sensitivity::of_distance(3, Relation::replace_one).noise_multiplier(3) == Approx(2));
}

TEST_CASE("a sensitivity without a bound is refused") {
  CHECK_THROWS_AS(Sensitivity::of_clipped_sum(0, Relation::add_remove), std::invalid_argument);
  CHECK_THROWS_AS(
      Sensitivity::of_clipped_sum(std::numeric_limits<double>::infinity(), Relation::add_remove),
      std::invalid_argument);
  CHECK_THROWS_AS(Sensitivity::of_clipped_mean(1, -1, Relation::add_remove), std::invalid_argument);
}

}  // namespace
}  // namespace skald::privacy
