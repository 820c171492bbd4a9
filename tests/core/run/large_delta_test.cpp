// A delta that says little of so few units as there are is told, and one that says nothing refused.
#include "runs.hpp"
#include "test.hpp"

namespace large_delta_test {

using namespace skald::run;
using Catch::Contains;

namespace {

std::string grid(const std::string& delta, const std::string& unit,
                 const std::string& privacy = R"("plugin": "gaussian", "noise_multiplier": 2)") {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 6},
            "model": {"plugin": "logistic", "prior_precision": 0},
            "sampler": {"plugin": "fedavg", "K": 1, "lr": 0.1, "weights": "uniform", "clip": 0.5,
                        "S": 2, "unit": ")" +
         unit + R"("}, "run": {"rounds": 3, "public": "all"}, "metrics": [],
            "privacy": {)" +
         privacy + R"(, "adversary": "observer", "delta": )" + delta + "}";
}

std::string told(const std::string& delta, const std::string& unit) {
  return experiment_of(grid(delta, unit)).large_delta().value_or("");
}

}  // namespace

TEST_CASE("a delta of one over the number of units or more is told, in numbers of the grid") {
  CHECK_THAT(
      told("0.2", "client"),
      Contains("delta is 0.2, and there are 6 clients: to publish everything of one of them") &&
          Contains("well below 0.167"));
  CHECK(told("0.1", "client").empty());
  CHECK_THAT(told("0.1", "record"), Contains("records: "));
  CHECK(told("1e-5", "record").empty());
  // Where people look: in what check says, and in the statement of the run.
  const record::RunOutcome checked = prepare_cell(request_of(grid("0.2", "client")), plugins());
  REQUIRE(checked.events.size() == 1);
  CHECK_THAT(checked.events[0].message, Contains("there are 6 clients"));
  for (const record::EventRecord& event : good_run(grid("0.2", "client")).events) {
    if (event.kind == "privacy") CHECK_THAT(event.message, Contains("there are 6 clients"));
  }
  CHECK(prepare_cell(request_of(grid("0.1", "client")), plugins()).events.empty());
}

TEST_CASE("a delta that a mechanism meets which publishes everything is refused") {
  for (const char* delta : {"0.5", "0.99"}) {
    const record::RunOutcome refused = prepare_cell(request_of(grid(delta, "client")), plugins());
    CHECK(refused.status == record::RunStatus::failed);
    CHECK_THAT(refused.message, Contains("privacy") && Contains("so that it protects nobody"));
  }
}

TEST_CASE("noise that a mechanism cannot draw is refused before the run") {
  const auto outcome =
      prepare_cell(request_of(grid("1e-5", "client",
                                   R"("plugin": "discrete_gaussian", "noise_multiplier": 1e12)")),
                   plugins());
  CHECK(outcome.status == record::RunStatus::failed);
  CHECK_THAT(outcome.message, Contains("the noise multiplier is ") && Contains("take gaussian"));
}

}  // namespace large_delta_test
