#include "run/check_cell.hpp"

#include "catch.hpp"
#include "cells.hpp"
#include "grid/canonical.hpp"

using namespace skald;
using namespace skald::run;
using namespace skald::test;

TEST_CASE("options that contradict each other are found without data") {
  const auto good = check_cell(
      cell_of(titanic(R"({"plugin": "fald", "K": 5, "step": "= step_bound / 2"})")), plugins());
  INFO(good.message);
  CHECK(good.status == record::RunStatus::ok);
  const auto both = check_cell(
      cell_of(titanic(R"({"plugin": "fald", "K": 5, "p_c": 0.1, "step": 1e-4})")), plugins());
  CHECK(both.status == record::RunStatus::failed);
  CHECK_THAT(both.message, Catch::StartsWith("sampler 'fald': ") &&
                               Catch::Contains("both K (local steps per round) and p_c"));
}

TEST_CASE("cohorts of fald came later: without them, its cells are those of before") {
  const auto identity = [](const std::string& sampler) {
    return grid::canonical_json(cell_of(titanic(sampler)));
  };
  const std::string before = identity(R"({"plugin": "fald", "K": 5})");
  CHECK_THAT(before, !Catch::Contains("participation") && !Catch::Contains("\"S\""));
  CHECK_THAT(
      identity(R"({"plugin": "fald", "K": 5, "participation": "with_replacement", "S": 2})"),
      Catch::Contains("\"participation\":\"with_replacement\"") && Catch::Contains("\"S\":2"));
  CHECK_THAT(identity(R"({"plugin": "fa_ld"})"),
             Catch::Contains("\"participation\":\"full\"") && Catch::Contains("\"S\":null"));
}
