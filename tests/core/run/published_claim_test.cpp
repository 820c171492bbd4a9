// The claims of papers, against their formulas; they are reported beside eps, never in its place.
#include "run/published_claim.hpp"

#include "run/experiment.hpp"
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// Two clients of 880 rows each.
std::string grid_of(const std::string& sampler, const std::string& privacy) {
  return titanic(sampler,
                 R"(, "privacy": )" + privacy + R"(, "metrics": ["eps_spent", "published_claim"])",
                 R"("rounds": 20)");
}

std::optional<PublishedClaim> claim_of(const std::string& sampler, const std::string& privacy) {
  Experiment experiment = experiment_of(grid_of(sampler, privacy));
  return experiment.published_claim(experiment.plan().iterations);
}

const std::string fa_ld =
    R"({"plugin": "fa_ld", "K": 5, "batch": 44, "clip": 1.5, "rho": 0.6, "step": )";
const std::string langevin = R"({"plugin": "langevin", "delta": 1e-5})";
const std::string gaussian = R"({"plugin": "gaussian", "noise_multiplier": 1.5, "delta": 1e-5})";

constexpr double delta = 1e-5;

// The eps of a round by the calibration that both papers print.
double round_epsilon(double z, double rate) {
  return 2 * rate * std::sqrt(2 * std::log(1.25 * rate / delta)) / z;
}

}  // namespace

TEST_CASE("theorem G.3 of FA-LD, with a delta that adds up to the claimed one") {
  const double h = 1e-10, rounds = 20, K = 5, fraction = 44.0 / 880, weight = 0.5;
  const double delta_round = delta / (3 * rounds), delta_step = delta_round / (K * fraction);
  const auto composed = [](double epsilon, double k, double slack) {
    const double advanced = std::sqrt(2 * k * std::log(1 / slack)) + k * std::expm1(epsilon);
    return epsilon * std::min(advanced, k);
  };
  const double step = 2 * 2 * 1.5 * std::sqrt(h * std::log(1.25 / delta_step) / (0.64 * weight));
  const double expected = composed(composed(step, K, delta_round), rounds, delta / 3);
  const auto claim = claim_of(fa_ld + "1e-10}", langevin);
  REQUIRE(claim);
  CHECK(claim->epsilon.has_value());
  CHECK(claim->delta == delta);
  CHECK(*claim->epsilon == Approx(expected).epsilon(1e-9));
  // T (1 - rho^2) fraction^2 w / (distance^2 ln(1.25 / delta_0)).
  const double largest = 0.64 * fraction * fraction * weight / (9 * std::log(1.25 / delta_step));
  CHECK(largest > h);
  CHECK(largest < 1e-3);
  CHECK_THAT(claim_of(fa_ld + "1e-3}", langevin)->epsilon.reason(),
             Catch::Contains("for step sizes up to"));
}

TEST_CASE("theorem 2 of DP-FedAvg composes the eps of a round by its rate") {
  const double q = 5.0 * 10 / 880, p = 0.5, rounds = 20;
  const std::string sampler = R"({"plugin": "dp_fedavg", "K": 5, "clip": 1, "S": 1, "batch": )";
  const auto claim = claim_of(sampler + "10}", gaussian);
  REQUIRE(claim);
  CHECK(*claim->epsilon ==
        Approx(q * round_epsilon(1.5, q) * std::sqrt(p * rounds / (1 - q))).epsilon(1e-12));
  CHECK_THAT(describe(*claim), Catch::Contains("unspecified constant") &&
                                   Catch::Contains("a claim of the paper, not what holds"));
  CHECK_FALSE(claim_of(sampler + "880}", gaussian)->epsilon);
}

TEST_CASE("equation 16 of private FedPaq is for a round") {
  const auto claim =
      claim_of(R"({"plugin": "fedpaq_private", "K": 5, "clip": 1, "frac": 0.25})", gaussian);
  REQUIRE(claim);
  CHECK(*claim->epsilon == Approx(round_epsilon(1.5, 0.25)).epsilon(1e-12));
  CHECK(claim->scope == "one round");
}

TEST_CASE("nothing is claimed for methods and noise of which no paper speaks") {
  const std::string fedavg = R"({"plugin": "fedavg", "K": 5, "clip": 1, "batch": 10})";
  const std::string dp_fedavg = R"({"plugin": "dp_fedavg", "K": 5, "clip": 1, "batch": 10})";
  CHECK_FALSE(claim_of(fedavg, gaussian));
  CHECK_FALSE(claim_of(dp_fedavg, R"({"plugin": "laplace", "noise_multiplier": 1.5})"));
  CHECK_FALSE(claim_of(dp_fedavg, R"({"plugin": "none"})"));
}

TEST_CASE("a run keeps the claim beside its eps, by its own name") {
  const std::string sampler = R"({"plugin": "fedpaq_private", "K": 5, "clip": 1, "frac": 0.25})";
  const record::RunOutcome outcome = good_run(grid_of(sampler, gaussian));
  REQUIRE(outcome.series.size() == 2);
  CHECK(outcome.series[0].metric == "eps_spent");
  CHECK(outcome.series[0].points.back().value == outcome.costs->eps_spent);
  CHECK(outcome.series[1].metric == "published_claim");
  CHECK(outcome.series[1].points.back().value == Approx(round_epsilon(1.5, 0.25)));
  std::string statement;
  for (const record::EventRecord& event : outcome.events) {
    if (event.kind == "privacy") statement = event.message;
  }
  CHECK(statement.rfind("epsilon ", 0) == 0);
  CHECK_THAT(statement, Catch::Contains("eq. 16 of private FedPaq claims epsilon"));
}
