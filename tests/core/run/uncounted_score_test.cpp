// Compares metrics that use gradients of U with runs without them; tests the temperature of the
// target.
#include <bit>

#include "run/run_hooks.hpp"
#include "runs.hpp"
#include "test.hpp"

namespace uncounted_score_test {

using namespace skald::run;

namespace {

struct AllDraws final : SampleSink {
  void go_on_after(std::int64_t, ConstBlock) override {}
  void keep(std::int64_t, ConstBlock theta) override {
    for (Index j = 0; j < theta.cols; ++j) draws.push_back(theta.column(j)[0]);
  }
  void flush() override {}

  std::vector<double> draws;  // their first coordinates
};

record::RunOutcome outcome_of(const std::string& sections, SampleSink* samples = nullptr) {
  RunRequest request = request_of(sections);
  request.samples = samples;
  return good_run(request);
}

using Bits = std::vector<std::pair<std::int64_t, std::uint64_t>>;

std::map<std::string, Bits> series_of(const record::RunOutcome& outcome) {
  std::map<std::string, Bits> all;
  for (const record::SeriesRecord& series : outcome.series) {
    for (const record::PointRecord& point : series.points) {
      all[series.metric].emplace_back(point.iteration, std::bit_cast<std::uint64_t>(point.value));
    }
  }
  return all;
}

// A run with stochastic gradients, with these metrics besides others.
record::RunOutcome titanic_run(const std::string& more_metrics, AllDraws& draws) {
  const std::string metrics = R"(, "metrics": ["gradient_evaluations", "normals", "nll", "mcse")";
  return outcome_of(titanic(R"({"plugin": "fald", "K": 2, "batch": 3, "step": 1e-4})",
                            metrics + more_metrics + "]",
                            R"("iterations": 64, "chains": 2, "keep_samples": true)"),
                    &draws);
}

// Returns the KSD of one coordinate with the kernel (1 + (x - y)^2)^(-1/2) and the scores slope *
// x.
double ksd(const std::vector<double>& draws, double slope) {
  double sum = 0;
  for (const double x : draws) {
    for (const double y : draws) {
      const double r = x - y, q = 1 + r * r;
      sum += std::pow(q, -1.5) - 3 * r * r * std::pow(q, -2.5) + slope * r * r * std::pow(q, -1.5) +
             slope * slope * x * y / std::sqrt(q);
    }
  }
  return std::sqrt(sum) / static_cast<double>(draws.size());
}

// 64 draws of two chains that sample exp(-theta^2 / T). The sampler is its name, with options.
record::RunOutcome quadratic_run(const std::string& sampler, int temp, const std::string& metric,
                                 AllDraws& draws) {
  return outcome_of(
      R"json("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                         "means": [[0], [0]], "covariances": [[[1]], [[1]]]},
             "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
             "run": {"iterations": 64, "chains": 2, "burn_in": 0, "thin": 1, "start": "normal",
                     "keep_samples": true},
             "sampler": {"plugin": )json" +
          sampler + R"(, "step": 0.1, "temp": )" + std::to_string(temp) + R"(}, "metrics": [")" +
          metric + R"("])",
      &draws);
}

}  // namespace

TEST_CASE("a metric of gradients changes neither costs nor draws nor other metrics") {
  AllDraws plain_draws, draws;
  const record::RunOutcome plain = titanic_run("", plain_draws);
  const record::RunOutcome outcome = titanic_run(R"(, "ksd")", draws);
  auto found = series_of(outcome);
  CHECK(found.erase("ksd") == 1);
  CHECK(found == series_of(plain));
  CHECK(draws.draws == plain_draws.draws);
  REQUIRE(outcome.costs);
  REQUIRE(plain.costs);
  CHECK(outcome.costs->gradient_evaluations == plain.costs->gradient_evaluations);
  CHECK(outcome.costs->normals == plain.costs->normals);
  CHECK(outcome.costs->bits_up == plain.costs->bits_up);
  CHECK(std::isfinite(last_values(outcome).at("ksd")));
}

TEST_CASE("the score of a metric is that of the target at the sampler's temperature") {
  // Two clients of potentials theta^2 / 2: s(theta) = -2 theta / T. HMC states no law of its chain.
  for (const std::string sampler : {R"("ula")", R"("hmc", "warm_up": 0)"}) {
    for (const int temp : {1, 4}) {
      AllDraws kept;
      const record::RunOutcome outcome = quadratic_run(sampler, temp, "ksd", kept);
      REQUIRE(kept.draws.size() == 128);
      CHECK(last_values(outcome).at("ksd") == Approx(ksd(kept.draws, -2.0 / temp)).epsilon(1e-12));
    }
  }
}

TEST_CASE("draws are compared with the Gaussian posterior at the sampler's temperature") {
  for (const std::string sampler : {R"("ula")", R"("hmc", "warm_up": 0)"}) {
    AllDraws kept;
    const record::RunOutcome outcome = quadratic_run(sampler, 4, "variance_bias", kept);
    double square = 0;
    for (const double x : kept.draws) square += x * x / static_cast<double>(kept.draws.size());
    CHECK(last_values(outcome).at("variance_bias") == Approx(square - 4 / 2.0).epsilon(1e-12));
  }
}

TEST_CASE("a metric of gradients is named among what eps does not cover") {
  const record::RunOutcome outcome = outcome_of(
      titanic(R"({"plugin": "fedavg", "K": 1, "clip": 1})",
              R"(, "metrics": ["nll", "ksd"], "privacy": {"plugin": "gaussian", "eps": 1})",
              R"("iterations": 20, "start": "zero")"));
  CHECK_THAT(event_of(outcome, "privacy"),
             Catch::Contains("not covered by eps: ksd, the label histogram"));
}

}  // namespace uncounted_score_test
