// Steps that are too long for a problem of bounded curvature are told.
#include "run/checks/long_steps.hpp"

#include "run/checks/check_cell.hpp"
#include "runs.hpp"
#include "test.hpp"

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
