// Tests "replicates" and "race" of grids.
#include "fake_plugins.hpp"
#include "grid/canonical.hpp"
#include "grid/grid.hpp"
#include "grid/stopping_checks.hpp"
#include "read_grids.hpp"
#include "test.hpp"

using namespace skald::grid;
using namespace fake;

namespace {

Grid grid_with(const std::string& members) {
  return grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.1})",
                           R"("metrics": ["w2", "accuracy"], )" + members));
}

constexpr const char* kAxes = R"("axes": [{"p_c": [0.1, 0.2, 0.3], "rho": [0, 1]}])";

}  // namespace

TEST_CASE("a number of replicates is fixed") {
  const Grid grid = grid_with(R"("replicates": 7)");
  CHECK(grid.replicates == 7);
  CHECK(grid.stopping.min == 7);
  CHECK_FALSE(grid.stopping.are_open());
}

TEST_CASE("replicates until a precision") {
  const Grid grid = grid_with(
      R"("replicates": {"max": 50, "until": {"metric": "accuracy", "half_width": 0.005}})");
  CHECK(grid.replicates == 50);
  const stopping::Rules expected{.min = 3,
                                 .max = 50,
                                 .step = 1,
                                 .until = stopping::Precision{"accuracy", 0.005, false},
                                 .race = {}};
  CHECK(grid.stopping == expected);
  const Grid relative = grid_with(
      R"("replicates": {"min": 4, "max": 9, "step": 2,
                        "until": {"metric": "w2", "relative_half_width": 0.1}})");
  CHECK(relative.stopping.min == 4);
  CHECK(relative.stopping.step == 2);
  CHECK(relative.stopping.until == stopping::Precision{"w2", 0.1, true});
}

TEST_CASE("how many replicates a grid asks for is no part of a cell's identity") {
  const Grid fixed = grid_with(R"("replicates": 5)");
  const Grid open = grid_with(
      R"("replicates": {"max": 50, "until": {"metric": "accuracy", "half_width": 0.005}})");
  CHECK(cell_hash(fixed.cells.front()) == cell_hash(open.cells.front()));
}

TEST_CASE("a race has all settings, or those that differ in its axes alone") {
  const Grid all =
      grid_with(std::string(R"("replicates": 20, "race": {"metric": "accuracy"}, )") + kAxes);
  REQUIRE(all.stopping.race);
  CHECK(all.stopping.race->is_larger_better);
  CHECK(all.stopping.race->confidence == 0.95);
  CHECK(decided_together(all) == std::vector<std::vector<std::size_t>>{{0, 1, 2, 3, 4, 5}});
  const Grid by =
      grid_with(std::string(R"("replicates": 20, "race": {"metric": "w2", "by": ["sampler.p_c"],
                     "confidence": 0.9, "first_test": 12}, )") +
                kAxes);
  CHECK_FALSE(by.stopping.race->is_larger_better);
  CHECK(by.stopping.race->first_test == 12);
  CHECK(decided_together(by) == std::vector<std::vector<std::size_t>>{{0, 2, 4}, {1, 3, 5}});
  const Grid plain = grid_with(std::string(R"("replicates": 2, )") + kAxes);
  CHECK(decided_together(plain).size() == 6);
}

TEST_CASE("a race whose rungs are in rounds measures rounds, whether or not the grid names them") {
  const std::string race =
      R"("race": {"metric": "accuracy", "method": "successive_halving", "first_rung": 10}, )" +
      std::string(kAxes);
  const auto metrics_of = [&](const std::string& length) {
    const Grid grid =
        grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.1})",
                          R"("metrics": ["w2", "accuracy"], )" + race, "{" + length + "}"));
    std::vector<std::string> names;
    for (const MetricChoice& metric : grid.cells.back().metrics.items())
      names.push_back(metric.name);
    CHECK(grid.cells.front().metrics.is_shared_with(grid.cells.back().metrics));
    return names;
  };
  CHECK(metrics_of(R"("iterations": 100)") == std::vector<std::string>{"w2", "accuracy"});
  CHECK(metrics_of(R"("rounds": 100)") == std::vector<std::string>{"w2", "accuracy", "rounds"});
}
