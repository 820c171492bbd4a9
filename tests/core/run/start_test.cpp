
#include "last_draws.hpp"
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// Returns the negative log-likelihood of the test rows at the start of the chains, up to the step
// of one iteration.
double first_nll(const std::string& start) {
  const record::RunOutcome outcome = good_run(
      R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
         "model": {"plugin": "mlp", "hidden": [3]},
         "sampler": {"plugin": "deep_ensemble", "spread": 0, "lr": 1e-12},
         "run": {"iterations": 1)" +
      start + R"(}, "metrics": ["nll"])");
  return outcome.series.at(0).points.back().value;
}

}  // namespace

TEST_CASE("chains start where the model says, unless the grid says otherwise") {
  // At zero both classes have the same probability.
  CHECK(first_nll(R"(, "start": "zero")") == Approx(std::log(2.0)).epsilon(1e-6));
  CHECK(std::abs(first_nll("") - std::log(2.0)) > 1e-3);
  CHECK(first_nll("") == first_nll(R"(, "start": "model")"));
}

TEST_CASE("normal starts and a spread of the sampler's own are independent") {
  LastDraws last;
  RunRequest request;
  // Chains that take one step of negligible length, from N(0, 1) plus N(0, 1).
  constexpr double chains = 20000;
  request.cell = cell_of(
      R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit", "means": [[0]],
                     "covariances": [[[1]]]},
         "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
         "sampler": {"plugin": "deep_ensemble", "spread": 1, "lr": 1e-12},
         "run": {"iterations": 1, "chains": 20000, "start": "normal", "start_deviation": 1,
                 "keep_samples": true}, "metrics": ["bits_up"])");
  request.samples = &last;
  const record::RunOutcome outcome = good_run(request);
  REQUIRE(last.draws.cols() == 20000);
  // The bounds are 6 standard errors of mean and variance. A shared stream would give a variance of
  // 4.
  CHECK(std::abs(last.draws.mean()) < 6 * std::sqrt(2 / chains));
  const double variance = last.draws.array().square().mean();
  CHECK(std::abs(variance - 2) < 6 * 2 * std::sqrt(2 / chains));
}
