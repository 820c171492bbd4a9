// Steps that are too long for a problem of bounded curvature are told.
// Chains that leave the region of their start for a plateau have diverged.
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

using namespace skald::run;

namespace {

// Two clients with one observation of variance 1 each: U has the curvature 2, and 2 / L is 1.
std::string on_gaussians(const std::string& sampler) {
  return R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit", "means": [[-1], [1]],
                "covariances": [[[1]], [[1]]]},
    "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
    "sampler": )" +
         sampler + R"(, "run": {"iterations": 10, "divergence_bound": 1e300})";
}

std::vector<std::string> told_by_run(const std::string& grid) {
  const record::RunOutcome outcome = run_cell(request_of(grid), plugins());
  INFO(outcome.message);
  REQUIRE(record::is_result(outcome.status));
  std::vector<std::string> told;
  for (const record::EventRecord& event : outcome.events)
    if (event.kind == record::kLongStepEvent) told.push_back(event.message);
  return told;
}

std::vector<std::string> told_by_check(const std::string& grid) {
  CellFindings found = examine_cell(request_of(grid), plugins());
  CHECK(found.faults.empty());
  const std::string section = "sampler: ";
  std::vector<std::string> notes;
  for (const CellFinding& note : found.notes) {
    CHECK(note.about.section == "sampler");
    CHECK_THAT(note.message, Catch::StartsWith(section));
    notes.push_back(note.message.substr(std::min(note.message.size(), section.size())));
  }
  return notes;
}

}  // namespace

TEST_CASE("a step beyond 2 / L is told by the run and by its check, one at the limit is not") {
  for (const char* sampler : {"fald", "vr_fald"}) {
    const auto with_step = [&](const std::string& step) {
      return on_gaussians(R"({"plugin": ")" + std::string(sampler) + R"(", "K": 1, "step": )" +
                          step + "}");
    };
    INFO(sampler);
    for (const char* stable : {"0.1", "1", "\"= 2 / L\""}) {
      CHECK(told_by_run(with_step(stable)).empty());
      CHECK(told_by_check(with_step(stable)).empty());
    }
    const std::vector<std::string> expected{
        "step is 3, 3 times 2 / L = 1, beyond which gradient steps on a potential of this "
        "curvature grow without bound"};
    CHECK(told_by_run(with_step("3")) == expected);
    CHECK(told_by_check(with_step("3")) == expected);
    CHECK(told_by_run(with_step("\"= 6 * step_bound\"")) == expected);
  }
  CHECK(told_by_run(on_gaussians(R"({"plugin": "ula", "step": 1.5})")).size() == 1);
  CHECK(told_by_run(on_gaussians(R"({"plugin": "sgld", "step": 1.5})")).size() == 1);
}

TEST_CASE("a learning rate is compared with the curvature of the mean loss, but not in private") {
  const auto fedavg = [](const std::string& lr, const std::string& privacy = "") {
    return titanic(R"({"plugin": "fedavg", "K": 5, "batch": 10, "clip": 1, "lr": )" + lr + "}",
                   R"(, "metrics": ["nll"])" + privacy, R"("rounds": 2)");
  };
  CHECK(told_by_run(fedavg("0.1")).empty());
  const auto told = told_by_run(fedavg("1000"));
  REQUIRE(told.size() == 1);
  CHECK_THAT(told[0], Catch::StartsWith("lr is 1000, ") && Catch::Contains(" times 2 * n / L = "));
  const std::string noise = R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 2})";
  CHECK(told_by_run(fedavg("1000", noise)).empty());
  CHECK(told_by_check(fedavg("1000", noise)).empty());
}

namespace start_region_test {

using namespace skald::run;

// P(V > x) for V of the law Gamma(d, 1), which no log-concave density has longer tails than.
double gamma_tail(Index d, double x) {
  double term = std::exp(-x), sum = 0;
  for (Index k = 0; k < d; ++k, term *= x / static_cast<double>(k)) sum += term;
  return sum;
}

std::string of_step(const char* sampler, const char* step, const char* rest = "",
                    const char* run = R"("iterations": 400, "chains": 4)") {
  return titanic(R"({"plugin": ")" + std::string(sampler) + R"(", "step": )" + step + rest + "}",
                 R"(, "metrics": ["nll"])", run);
}

TEST_CASE("draws are within reach but for the stated probability") {
  for (const Index d : {1, 2, 7, 60}) {
    for (const Index chains : {1, 1000}) {
      const double reach = reach_of_draws(d, chains, 1);
      CHECK(gamma_tail(d, reach) * static_cast<double>(chains) <= kFalseAlarm);
      CHECK(reach_of_draws(d, chains, 3) == Approx(3 * reach));
    }
  }
}

TEST_CASE("absurd steps on a posterior with a plateau end as diverged") {
  for (const char* step : {"1", "\"= 100 / L\"", "\"= 1e3 / L\""}) {
    INFO(step);
    const record::RunOutcome fald = run_of(of_step("fald", step, R"(, "K": 5)"));
    CHECK(fald.status == record::RunStatus::diverged);
    CHECK_THAT(fald.message,
               Catch::StartsWith("after iteration 400 the potential of a chain is ") &&
                   Catch::Contains("left the region of its start") &&
                   Catch::Contains("shorten the step"));
    CHECK(run_of(of_step("sgld", step)).status == record::RunStatus::diverged);
  }
}

TEST_CASE("steps near the limit end as ok") {
  for (const char* step : {"\"= 0.1 / L\"", "\"= 2 / L\"", "\"= 3 / L\""}) {
    INFO(step);
    for (const char* start : {"zero", "mode"}) {
      const std::string run = R"("iterations": 400, "start": ")" + std::string(start) + "\"";
      const record::RunOutcome ula = run_of(of_step("ula", step, "", run.c_str()));
      INFO(ula.message);
      CHECK(ula.status == record::RunStatus::ok);
    }
  }
}

TEST_CASE("under a private mechanism the status does not depend on the potential") {
  const auto fedavg = [](const std::string& privacy) {
    return titanic(R"({"plugin": "fedavg", "K": 5, "batch": 10, "clip": 1, "lr": 1e3})",
                   R"(, "metrics": ["nll"])" + privacy, R"("rounds": 2)");
  };
  CHECK(run_of(fedavg("")).status == record::RunStatus::diverged);
  CHECK(run_of(fedavg(R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 2})")).status ==
        record::RunStatus::ok);
}

}  // namespace start_region_test
