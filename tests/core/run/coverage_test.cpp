// Coverage of whole runs, on data whose parameter comes from the prior.
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// The means of coverage and rank_dispersion over replicates, of HMC at a temperature.
std::pair<double, double> judged(const std::string& response, double temp) {
  RunRequest request = request_of(
      R"("dataset": {"plugin": "prior_predictive", "response": ")" + response +
      R"(", "clients": 2, "examples": 20, "features": 3, "prior_precision": 2},
         "partition": {"plugin": "natural"}, "model": {"plugin": ")" +
      response + R"(", "prior_precision": 2},
         "sampler": {"plugin": "hmc", "leapfrog_steps": 8, "warm_up": 100, "temp": )" +
      std::to_string(temp) + R"(}, "run": {"iterations": 400, "burn_in": 0.25, "chains": 2},
         "metrics": ["coverage", "rank_dispersion"])");
  constexpr int kReplicates = 60;
  std::pair<double, double> mean;
  for (int replicate = 0; replicate < kReplicates; ++replicate) {
    request.replicate = static_cast<std::uint64_t>(replicate);
    const auto values = last_values(good_run(request));
    mean.first += values.at("coverage") / kReplicates;
    mean.second += values.at("rank_dispersion") / kReplicates;
  }
  return mean;
}

// How often the central intervals at 50, 80 and 95 % hold the one coordinate of a parameter in 200
// replicates: of Laplace's approximation, which is the exact posterior of a linear model, drawn at
// a temperature.
std::array<double, 3> covered_of_200(double temp) {
  RunRequest request = request_of(
      R"("dataset": {"plugin": "prior_predictive", "clients": 2, "examples": 20, "features": 1,
                     "intercept": false},
         "partition": {"plugin": "natural"}, "model": {"plugin": "linear", "intercept": false},
         "sampler": {"plugin": "laplace_approximation", "step": 0.01, "steps": 100, "temp": )" +
      std::to_string(temp) + R"(}, "run": {"iterations": 99, "burn_in": 0},
         "metrics": [{"plugin": "coverage", "name": "at_50", "level": 0.5},
                     {"plugin": "coverage", "name": "at_80", "level": 0.8},
                     {"plugin": "coverage", "name": "at_95", "level": 0.95}])");
  std::array<double, 3> covered{};
  for (std::uint64_t replicate = 0; replicate < 200; ++replicate) {
    request.replicate = replicate;
    const auto values = last_values(good_run(request));
    covered[0] += values.at("at_50");
    covered[1] += values.at("at_80");
    covered[2] += values.at("at_95");
  }
  return covered;
}

}  // namespace

// Counts are binomial: outside of [least, most] with a probability of at most .001 at each level if
// coverage is nominal. Half the covariance covers 2 Phi(z / sqrt(2)) - 1, and is then outside with
// the probability .68 at 50 %, .977 at 80 %.
TEST_CASE("coverage is nominal within what 200 replicates tell, and half the covariance is seen") {
  constexpr std::array level{0.5, 0.8, 0.95}, halved{0.3666, 0.6352, 0.8342};
  constexpr std::array least{77, 141, 179}, most{123, 178, 198};
  const auto exact = covered_of_200(1), cold = covered_of_200(0.5);
  const auto is_nominal = [&](const auto& covered, std::size_t i) {
    return covered[i] >= least[i] && covered[i] <= most[i];
  };
  for (std::size_t i = 0; i < level.size(); ++i) {
    CAPTURE(level[i], exact[i], cold[i]);
    CHECK(is_nominal(exact, i));
    CHECK(std::abs(cold[i] - 200 * halved[i]) < 4 * std::sqrt(200 * halved[i] * (1 - halved[i])));
  }
  const bool passes = is_nominal(cold, 0) && is_nominal(cold, 1);
  CHECK_FALSE(passes);
}

// 60 replicates of four coordinates, which depend on each other: at worst a mean of coverages has
// the standard deviation sqrt(.8 .2 / 60) = .052, of dispersions sqrt(1.82 / 60) = .17; found are
// about half of these.
TEST_CASE("coverage of HMC is nominal over data from the prior, and not at half the temperature") {
  for (const char* response : {"linear", "logistic"}) {
    CAPTURE(response);
    const auto [coverage, dispersion] = judged(response, 1);
    CHECK(std::abs(coverage - 0.8) < 3 * 0.052);
    CHECK(std::abs(dispersion) < 3 * 0.17);
    // 2 Phi(1.2816 / sqrt(2)) - 1 = .635, and E s^2 of 99 or more draws is 1.76 times its own:
    // differences of .165 and .76 on the same data. A third and a half of them are asked for.
    const auto [cold_coverage, cold_dispersion] = judged(response, 0.5);
    CHECK(cold_coverage < coverage - 0.05);
    CHECK(cold_dispersion > dispersion + 0.35);
  }
}

TEST_CASE("a model of other parameters than the data's has no coverage, and says why") {
  const record::RunOutcome outcome = run_of(
      R"("dataset": {"plugin": "prior_predictive", "features": 3, "intercept": false},
         "partition": {"plugin": "natural"}, "model": {"plugin": "linear"},
         "sampler": {"plugin": "ula", "step": 1e-3}, "run": {"iterations": 10},
         "metrics": ["coverage"])");
  CHECK(outcome.status == record::RunStatus::failed);
  CHECK_THAT(outcome.message,
             Catch::Contains("that of the data has the shape 3 x 1, and the model needs 4 x 1"));
}

TEST_CASE("noisy sufficient statistics pay for one Gaussian message, whatever is drawn from it") {
  Experiment experiment = experiment_of(
      R"("dataset": {"plugin": "prior_predictive", "clients": 2, "row_bound": 2},
         "partition": {"plugin": "natural"}, "model": {"plugin": "linear", "row_bound": 2},
         "sampler": {"plugin": "noisy_sufficient_statistics", "label_bound": 6},
         "privacy": {"plugin": "gaussian", "delta": 1e-5, "noise_multiplier": 0.5},
         "run": {"iterations": 50})");
  CHECK(experiment.released(50).epsilon == Approx(9.9972561464).epsilon(2e-6));
  CHECK(experiment.released(1).epsilon == experiment.released(50).epsilon);
}

TEST_CASE(
    "Laplace's approximation pays for its gradients and its curvature what their noise says") {
  // Eight gradients and a curvature with a tenth of the budget: with the multiplier of nine even
  // messages whose mu is .9 in all, so is theirs; eps at delta = 1e-5 is that of one Gaussian
  // release.
  Experiment experiment = experiment_of(
      R"("dataset": {"plugin": "prior_predictive", "clients": 2, "row_bound": 2},
         "partition": {"plugin": "natural"}, "model": {"plugin": "linear", "row_bound": 2},
         "sampler": {"plugin": "laplace_approximation", "steps": 8, "clip": 0.5,
                     "curvature_clip": 1},
         "privacy": {"plugin": "gaussian", "delta": 1e-5,
                     "noise_multiplier": 3.3333333333},
         "run": {"iterations": 50})");
  CHECK(experiment.released(50).epsilon == Approx(3.8761867121).epsilon(2e-6));
  CHECK(experiment.released(1).epsilon == experiment.released(50).epsilon);
}
