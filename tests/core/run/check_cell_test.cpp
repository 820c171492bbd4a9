#include "run/check_cell.hpp"

#include "catch.hpp"
#include "cells.hpp"

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
