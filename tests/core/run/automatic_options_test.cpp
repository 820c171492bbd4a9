// Options set to "auto", for clients of different curvatures.
#include "last_draws.hpp"
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// Five clients in one dimension, one of them of curvature 100.
constexpr std::array curvatures{100.0, 1.0, 1.0, 1.0, 1.0};
constexpr std::array means{0.5, -1.0, 0.0, 1.0, 3.0};

std::string five_clients(const std::string& sampler, const std::string& run) {
  return R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                        "means": [[0.5], [-1], [0], [1], [3]],
                        "covariances": [[[0.01]], [[1]], [[1]], [[1]], [[1]]]},
            "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
            "sampler": {)" +
         sampler + R"(}, "run": {)" + run + R"(}, "metrics": ["bits_up"])";
}

struct Moments {
  double mean, variance;
};

// Returns the law of FA-LD at the end of a round, started from 0: clients move by h_k / w_c = 5 h_k
// along their gradients with noise of variance 10 h_k, and are averaged every K steps.
Moments law_after(std::int64_t iterations, std::int64_t K, double m, double L) {
  Moments server{0, 0};
  for (std::int64_t first = 0; first < iterations; first += K) {
    Moments next{0, 0};
    double kept = 0;  // derivative of the average with respect to the server's state
    for (std::size_t c = 0; c < curvatures.size(); ++c) {
      double mean = server.mean, variance = 0, product = 1;
      for (std::int64_t k = first; k < first + K; ++k) {
        const double h = 5 / (2 * L + m * static_cast<double>(k) / 12);
        const double factor = 1 - h * curvatures[c];
        mean = means[c] + factor * (mean - means[c]);
        variance = factor * factor * variance + 2 * h;
        product *= factor;
      }
      next.mean += mean / 5;
      next.variance += variance / 25;
      kept += product / 5;
    }
    next.variance += kept * kept * server.variance;
    server = next;
  }
  return server;
}

}  // namespace

TEST_CASE("FA-LD's decaying step by theory follows the steepest client and converges to its law") {
  // Supremum and infimum of the curvatures of f^c = U_c / w_c = 5 U_c.
  constexpr double m = 5, L = 500;
  constexpr std::int64_t iterations = 6000, K = 10;
  constexpr double chains = 4000;
  LastDraws last;
  RunRequest request = request_of(
      five_clients(R"("plugin": "fa_ld", "K": 10, "decay": "harmonic", "m": "auto", "L": "auto")",
                   R"("iterations": 6000, "chains": 4000, "start": "zero", "keep_samples": true)"));
  request.samples = &last;
  const record::RunOutcome outcome = good_run(request);
  std::map<std::string, double> formulas(outcome.formulas.begin(), outcome.formulas.end());
  CHECK(formulas.at("sampler.m") == Approx(m));
  CHECK(formulas.at("sampler.L") == Approx(L));
  const Moments law = law_after(iterations, K, m, L);
  // The bounds are 6 standard errors of the mean and variance of normal draws.
  const double mean = last.draws.mean();
  CHECK(std::abs(mean - law.mean) < 6 * std::sqrt(law.variance / chains));
  const double variance = (last.draws.array() - mean).square().sum() / (chains - 1);
  CHECK(std::abs(variance - law.variance) < 6 * law.variance * std::sqrt(2 / (chains - 1)));
  // The law itself approaches the posterior N(53 / 104, 1 / 104) as the step decreases.
  const Moments late = law_after(100 * iterations, K, m, L);
  CHECK(std::abs(late.mean - 53.0 / 104) < std::abs(law.mean - 53.0 / 104) / 10);
  CHECK(std::abs(late.variance - 1.0 / 104) < std::abs(law.variance - 1.0 / 104) / 10);
}

TEST_CASE("K by theory is the root of the clients' condition number, not of the target's") {
  for (const std::string plugin : {"fa_ld", "fald"}) {
    INFO(plugin);
    const record::RunOutcome outcome = good_run(five_clients(
        R"("step": "auto", "K": "auto", "plugin": ")" + plugin + '"', R"("iterations": 20)"));
    std::map<std::string, double> formulas(outcome.formulas.begin(), outcome.formulas.end());
    CHECK(formulas.at("sampler.K") == 10);  // sqrt(500 / 5); the only curvature of U is 104
    CHECK(formulas.at("sampler.step") == Approx(1.0 / 1000));
  }
}
