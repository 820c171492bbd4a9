#include "grids/grid_place.hpp"

#include "catch.hpp"

namespace grid_place_test {

using skald::grid_place;

TEST_CASE("a message about a section is placed at its key, any other at the beginning") {
  const std::string grid = R"({ "name": "x",
  "dataset": {}, "model": {} })";
  CHECK(grid_place("g.json", grid, "model: it is wrong") == "g.json:2:18");
  CHECK(grid_place("g.json", grid, "privacy") == "g.json:1:1");
  CHECK(grid_place("g.json", grid, "no section at all") == "g.json:1:1");
  CHECK(grid_place("g.json", "", "model: none") == "g.json:1:1");
}

}  // namespace grid_place_test
