#include "highest_density/highest_density.hpp"

#include "test.hpp"

TEST_CASE("the level leaves a share alpha of the potentials above it") {
  const std::vector<double> potentials{3, 1, 10, 7, 5, 2, 9, 4, 8, 6};
  CHECK(skald::highest_density_level(potentials, 0) == 10);
  CHECK(skald::highest_density_level(potentials, 0.1) == 9);
  CHECK(skald::highest_density_level(potentials, 0.25) == 8);
  CHECK(skald::highest_density_level(potentials, 0.99) == 1);
}

TEST_CASE("the error of a level is told relative and absolute") {
  const auto error = skald::level_error(11, 10);
  CHECK(error.relative == Approx(0.1));
  CHECK(error.absolute == 1);
  CHECK(skald::level_error(10, 10).relative == 0);
}

TEST_CASE("a level needs draws and a share") {
  CHECK_THROWS_AS(skald::highest_density_level({}, 0.1), std::invalid_argument);
  const std::vector<double> one{1};
  CHECK_THROWS_AS(skald::highest_density_level(one, 1), std::invalid_argument);
  CHECK_THROWS_AS(skald::highest_density_level(one, -0.1), std::invalid_argument);
}
