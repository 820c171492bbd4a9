// "when" and "exclude".
#include "fake_plugins.hpp"
#include "read_grids.hpp"
#include "test.hpp"

using namespace skald::grid;
using namespace fake;

TEST_CASE("when looks at any axis, whatever the order of the entries") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})", R"("axes": [
      {"when": {"p_c": [0.1, 0.2], "paired": true}, "batch": [1, 2]},
      {"p_c": [0.1, 0.2, 0.3]}])"));
  CHECK(column(grid, "batch") == std::vector<double>{1, 2, 1, 2, 0});
  CHECK(column(grid, "p_c") == std::vector<double>{0.1, 0.1, 0.2, 0.2, 0.3});
}

TEST_CASE("exclude looks at computed values and forgives what is wrong in excluded cells") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "step": "= 1 / rho"})", R"("axes": [
      {"rho": [0, 0.5, 1]}], "exclude": [{"rho": 0}, {"step": 2}])"));
  CHECK(column(grid, "rho") == std::vector<double>{1});
  CHECK(grid.excluded == 2);
  const Grid sum = grid_of(grid_text(R"({"plugin": "fald", "rho": "= 0.1 + 0.2"})", R"("axes": [
      {"batch": [1, 2]}], "exclude": [{"rho": 0.3, "batch": [2, 3]}])"));
  CHECK(column(sum, "batch") == std::vector<double>{1});
}

TEST_CASE("a formula in exclude has its value in every cell") {
  const std::string axes = R"("axes": [{"batch": [1, 2, 4], "rho": [0.25, 0.5]}])";
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})",
                                      axes + R"(, "exclude": [{"batch": "= 1 / rho"}])"));
  CHECK(grid.excluded == 2);
  CHECK(column(grid, "batch") == std::vector<double>{1, 1, 2, 4});
  CHECK(column(grid, "rho") == std::vector<double>{0.25, 0.5, 0.25, 0.5});
  const Grid none = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})",
                                      axes + R"(, "exclude": [{"batch": "= rho / 4"}])"));
  CHECK(none.excluded == 0);  // no batch is a fraction
}

TEST_CASE("what counts, what is the default, and what when keeps from other cells is accepted") {
  const auto decays = [](const std::string& options, const std::string& rest = "") {
    return column(grid_of(grid_text(R"({"plugin": "sgd")" + options + "}", rest)), "decay");
  };
  CHECK(decays(R"(, "decay": 0.5, "schedule": "inverse")") == std::vector<double>{0.5});
  CHECK(decays(R"(, "decay": 0)") == std::vector<double>{0});
  CHECK(decays("", R"("axes": [{"schedule": ["constant", "inverse"]},
                               {"when": {"schedule": "inverse"}, "decay": [0.5, 1]}])") ==
        std::vector<double>{0, 0.5, 1});
  CHECK(decays(R"(, "decay": 0.5)", R"("axes": [{"schedule": ["inverse", "constant"]}],
                                        "exclude": [{"schedule": "constant"}])") ==
        std::vector<double>{0.5});
}
