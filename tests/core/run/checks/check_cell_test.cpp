#include "run/checks/check_cell.hpp"

#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

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

TEST_CASE("behind a refusal of sampler, mechanism or metric, the others are found") {
  const auto faults = [](const std::string& sampler, const std::string& more) {
    RunRequest request = request_of(titanic(sampler, more));
    return examine_cell(request, plugins()).faults;
  };
  CHECK(faults(R"({"plugin": "ula"})", "").empty());
  const auto all = faults(R"({"plugin": "fald", "K": 5, "p_c": 0.1})",
                          R"(, "privacy": {"plugin": "gaussian", "eps": 1},
                               "metrics": ["nll", "w2", "exact_w2"])");
  REQUIRE(all.size() == 4);
  CHECK_THAT(all[0], Catch::Contains("sampler 'fald': ") && Catch::Contains("both K"));
  CHECK_THAT(all[1], Catch::StartsWith("privacy"));
  CHECK_THAT(all[2], Catch::StartsWith("metric 'w2' "));
  CHECK_THAT(all[3], Catch::StartsWith("metric 'exact_w2' "));
  // Nothing can be taken from it that helps.
  const auto none = faults(R"({"plugin": "fald"})", R"(, "metrics": ["w2"])");
  REQUIRE(none.size() == 1);
  CHECK_THAT(none[0], Catch::Contains("sampler 'fald': "));
}
