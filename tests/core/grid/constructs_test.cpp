#include "grid/constructs.hpp"

#include <boost/json.hpp>

#include "test.hpp"

using namespace skald::grid;

namespace {

std::string schema_of_grids() { return content(SKALD_SOURCE_DIR "/schemas/grid.schema.json"); }

// Returns the line of the listing that begins with the name, with single blanks.
std::string row_of(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  " + name + " ")) continue;
    std::istringstream words(line);
    std::string row;
    for (std::string word; words >> word;) row += (row.empty() ? "" : " ") + word;
    return row;
  }
  return "";
}

}  // namespace

TEST_CASE("the constructs of a grid are itself and its members") {
  const auto names = construct_names(schema_of_grids());
  CHECK(names.front() == "grid");
  for (const char* name :
       {"replicates", "race", "axes", "metrics", "run", "sampler", "start", "reference"}) {
    INFO(name);
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
  CHECK(std::count(names.begin(), names.end(), "$schema") == 0);
}

TEST_CASE("a construct is described with the types, ranges and defaults of its schema") {
  const std::string schema = schema_of_grids();
  const std::string race = describe_construct(schema, "race");
  CHECK(row_of(race, "metric") ==
        "metric text required one of the grid's metrics; its better direction wins");
  CHECK(row_of(race, "method") ==
        "method text f_race f_race|successive_halving how settings compete");
  CHECK_THAT(row_of(race, "confidence"), Catch::StartsWith("confidence number 0.95 in (0, 1) "));
  CHECK_THAT(row_of(race, "eta"), Catch::StartsWith("eta integer 3 >= 2 "));

  const std::string replicates = describe_construct(schema, "replicates");
  CHECK_THAT(replicates, Catch::Contains("\ninteger, in [1, 1e+07]\nor object\n"));
  CHECK_THAT(row_of(replicates, "until"), Catch::StartsWith("until object required "));
  CHECK_THAT(row_of(replicates, "until.half_width"),
             Catch::StartsWith("until.half_width number optional > 0 "));

  const std::string grid = describe_construct(schema, "grid");
  CHECK_THAT(row_of(grid, "seed"), Catch::StartsWith("seed integer 0 >= 0 "));
  CHECK_THAT(row_of(grid, "sampler"), Catch::StartsWith("sampler object required "));
  CHECK_THAT(row_of(describe_construct(schema, "axes"), "when"), Catch::StartsWith("when object "));
}

TEST_CASE("every construct has a description, and so has every member of one") {
  const std::string schema = schema_of_grids();
  for (const std::string& name : construct_names(schema)) {
    INFO(name);
    std::istringstream lines(describe_construct(schema, name));
    std::string title, summary;
    std::getline(lines, title);
    std::getline(lines, summary);
    CHECK_FALSE(summary.empty());
  }
}

TEST_CASE("an unknown construct and another document are refused") {
  CHECK_THROWS_AS(describe_construct(schema_of_grids(), "rase"), std::invalid_argument);
  CHECK_THROWS_AS(describe_construct(schema_of_grids(), "$schema"), std::invalid_argument);
  CHECK_THROWS_AS(describe_construct("{}", "grid"), std::invalid_argument);
  CHECK_THROWS_AS(construct_names("[1"), std::invalid_argument);
}

TEST_CASE("the schema of a construct holds what it refers to") {
  const auto json = boost::json::parse(construct_schema(schema_of_grids(), "race"));
  CHECK(json.at("allOf").at(0).at("$ref") == "#/definitions/race");
  CHECK(json.at("definitions").at("race").at("required").at(0) == "metric");
  CHECK(boost::json::parse(construct_schema(schema_of_grids(), "grid")) ==
        boost::json::parse(schema_of_grids()));
}
