#include "grids/grid_place.hpp"

#include "options/option_value.hpp"
#include "test.hpp"

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

TEST_CASE("a message about a metric is placed at it in the list") {
  const std::string grid = R"({ "name": "x",
  "metrics": ["nll", "w2",
    {"plugin": "ece", "name": "sharp"}] })";
  CHECK(grid_place("g.json", grid, "metric 'w2' needs more") == "g.json:2:22");
  CHECK(grid_place("g.json", grid, "metric 'sharp' needs more") == "g.json:3:5");
  CHECK(grid_place("g.json", grid, "metric 'r_hat' needs more") == "g.json:2:3");
}

TEST_CASE("a message about a cell is placed at the value that the cell has on an axis") {
  const std::string grid = R"({ "name": "x",
  "sampler": {"plugin": "s",
    "batch": 3},
  "axes": [ {"K": [1, 5]},
    {"privacy.plugin": ["gaussian", "laplace"], "privacy.calibration": ["pld", "rdp"]},
    {"zip": {"sampler.S": [2, 3]}},
    {"lr": {"linspace": [0, 1, 3]}} ] })";
  skald::grid::Cell cell;
  cell.axes = {{"K", "sampler.K", std::int64_t{5}},
               {"privacy", "privacy.plugin", std::string("laplace")},
               {"calibration", "privacy.calibration", std::string("rdp")},
               {"S", "sampler.S", std::int64_t{3}},
               {"lr", "sampler.lr", 0.5}};
  const auto place = [&](const char* message) {
    return grid_place("g.json", grid, message, &cell);
  };
  CHECK(place("sampler 's': K is 5, and S is 3") == "g.json:4:23");
  CHECK(place("sampler 's': S is 3") == "g.json:6:31");
  CHECK(place("sampler 's': lr is too large") == "g.json:7:12");
  CHECK(place("sampler 's': batch is 3") == "g.json:3:5");
  CHECK(place("sampler 's': BATCH, batches and K_max are no options") == "g.json:2:3");
  CHECK(place("privacy 'laplace': calibration rdp has no such curve") == "g.json:5:80");
  CHECK(place("privacy: the rdp accountant has no such curve") == "g.json:5:80");
  CHECK(place("privacy 'laplace': it cannot be") == "g.json:5:37");
  CHECK(place("model 'm': it cannot be") == "g.json:1:1");
}

TEST_CASE("what a formula on an axis gave is placed at the formula") {
  const std::string grid = R"({ "name": "x",
  "sampler": {"plugin": "s"},
  "axes": [ {"K": [2, 5]}, {"p_c": [0.25,
    "= 1 / K", "= 2 / K"]}, {"step": ["= 1 / L", "= 3 / L"]} ] })";
  skald::grid::Cell cell;
  // That over options has its value with the cell, that over the problem's constants not yet.
  cell.axes = {{"p_c", "sampler.p_c", 0.4},
               {"step", "sampler.step", skald::options::Expression{"= 3 / L"}}};
  cell.evaluated = {{"sampler.p_c", "= 2 / K"}};
  CHECK(grid_place("g.json", grid, "sampler 's': p_c is 0.4", &cell) == "g.json:4:16");
  CHECK(grid_place("g.json", grid, "sampler 's': step is 3", &cell) == "g.json:4:50");
}

}  // namespace grid_place_test
