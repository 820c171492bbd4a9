// Chains that leave the region of their start for a plateau have diverged.
#include "run/checks/start_region.hpp"

#include "runs.hpp"
#include "test.hpp"

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
