#include "run/checks/check_cell.hpp"

#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

TEST_CASE("options that contradict each other are found without data") {
  const auto good = check_cell(
      cell_of(titanic(R"({"plugin": "fald", "K": 5, "step": "= step_bound / 2"})")), plugins());
  CHECK_FALSE(good);
  const auto both = check_cell(
      cell_of(titanic(R"({"plugin": "fald", "K": 5, "p_c": 0.1, "step": 1e-4})")), plugins());
  REQUIRE(both);
  CHECK(both->about.section == "sampler");
  CHECK_THAT(both->message, Catch::StartsWith("sampler 'fald': ") &&
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
  CHECK_THAT(all[0].message, Catch::StartsWith("sampler 'fald': ") && Catch::Contains("both K"));
  CHECK(all[1].about.section == "privacy");
  CHECK_THAT(all[2].message, Catch::StartsWith("metric 'w2' "));
  CHECK(all[2].about.metric == "w2");
  CHECK(all[3].about.metric == "exact_w2");
  // Nothing can be taken from it that helps.
  const auto none = faults(R"({"plugin": "fald"})", R"(, "metrics": ["w2"])");
  REQUIRE(none.size() == 1);
  CHECK(none[0].about.section == "sampler");
}

TEST_CASE("behind a metric whose options are refused, others are found by their own names") {
  RunRequest request = request_of(
      titanic(R"({"plugin": "ula"})",
              R"(, "metrics": ["nll", {"plugin": "ece", "name": "sharp", "bins": 10}, "w2"])"));
  for (grid::MetricChoice& metric : request.cell.metrics.own())
    if (metric.name == "sharp") metric.plugin.plugin = "nowhere";
  const auto faults = examine_cell(request, plugins()).faults;
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].about.metric == "sharp");
  CHECK(faults[1].about.metric == "w2");
}
