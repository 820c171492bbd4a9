#include "grids/grid_place.hpp"

#include "options/option_value.hpp"
#include "test.hpp"

namespace grid_place_test {

using namespace skald;

// "LINE:COLUMN".
std::string place_of(const std::string& text, const record::Subject& about,
                     const std::string& message = "", const grid::Cell* cell = nullptr) {
  LoadedGrid loaded;
  loaded.text = text;
  const json::Place place = grid_place(loaded, {about, message}, cell);
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

record::Subject metric(const char* name) { return {"metrics", name}; }

TEST_CASE("what is about a section is placed at its key, any other at the beginning") {
  const std::string grid = R"({ "name": "x",
  "dataset": {}, "model": {}, "start": {
    "sampler": {} } })";
  CHECK(place_of(grid, {"model", ""}, "it is wrong") == "2:18");
  CHECK(place_of(grid, {"start.sampler", ""}, "it is wrong") == "3:5");
  CHECK(place_of(grid, {"start.run", ""}, "it is wrong") == "2:31");
  CHECK(place_of(grid, {"privacy", ""}) == "1:1");
  CHECK(place_of(grid, {}, "no section at all") == "1:1");
  CHECK(place_of("", {"model", ""}, "none") == "1:1");
}

TEST_CASE("what is about a metric is placed at it in the list") {
  const std::string grid = R"({ "name": "x",
  "metrics": ["nll", "w2",
    {"plugin": "ece", "name": "sharp"}] })";
  CHECK(place_of(grid, metric("w2"), "it needs more") == "2:22");
  CHECK(place_of(grid, metric("sharp"), "it needs more") == "3:5");
  CHECK(place_of(grid, metric("r_hat"), "it needs more") == "2:3");
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
  const auto place = [&](const char* section, const char* message) {
    return place_of(grid, {section, ""}, message, &cell);
  };
  CHECK(place("sampler", "sampler 's': K is 5, and S is 3") == "4:23");
  CHECK(place("sampler", "sampler 's': S is 3") == "6:31");
  CHECK(place("sampler", "sampler 's': lr is too large") == "7:12");
  CHECK(place("sampler", "sampler 's': batch is 3") == "3:5");
  CHECK(place("sampler", "sampler 's': BATCH, batches and K_max are no options") == "2:3");
  CHECK(place("privacy", "privacy 'laplace': calibration rdp has no such curve") == "5:80");
  CHECK(place("privacy", "privacy: the rdp accountant has no such curve") == "5:80");
  CHECK(place("privacy", "privacy 'laplace': it cannot be") == "5:37");
  CHECK(place("model", "model 'm': it cannot be") == "1:1");
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
  CHECK(place_of(grid, {"sampler", ""}, "sampler 's': p_c is 0.4", &cell) == "4:16");
  CHECK(place_of(grid, {"sampler", ""}, "sampler 's': step is 3", &cell) == "4:50");
}

}  // namespace grid_place_test
