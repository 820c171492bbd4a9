#include "privacy/one_run.hpp"

#include "privacy/gaussian.hpp"
#include "test.hpp"

namespace one_run_test {

using namespace skald::privacy;

TEST_CASE("bounds from one run of another auditor") {
  struct Case {
    OneRunCounts counts;
    double delta, epsilon;
  };
  for (const Case& c : {Case{{1000, 100, 100}, 0, 3.492965},
                        {{1000, 100, 100}, 1e-5, 3.465376},
                        {{1000, 1000, 1000}, 0, 5.809068},
                        {{1000, 1000, 1000}, 1e-5, 5.782283},
                        {{1000, 200, 180}, 0, 1.798865},
                        {{1000, 200, 180}, 1e-5, 1.796285},
                        {{100000, 1500, 1429}, 0, 2.799196},
                        {{100000, 1500, 1429}, 1e-5, 2.668754},
                        {{500, 100, 60}, 1e-5, 0.050736},
                        {{500, 100, 100}, 1e-5, 3.479195},
                        {{500, 250, 240}, 1e-5, 2.633164}}) {
    CAPTURE(c.counts.canaries, c.counts.guesses, c.counts.correct, c.delta);
    CHECK(one_run_epsilon(c.counts, c.delta, 0.05) == Approx(c.epsilon).margin(6e-7));
  }
}

TEST_CASE("bounds from one run by the distance of two Gaussians of another auditor") {
  CHECK(one_run_gaussian_epsilon({500, 100, 60}, 1e-5, 0.05) == Approx(0.049394).margin(2e-6));
  CHECK(one_run_gaussian_epsilon({500, 250, 240}, 1e-5, 0.05) == Approx(4.848393).margin(2e-5));
  CHECK(one_run_gaussian_epsilon({1000, 1000, 1000}, 1e-5, 0.05) == Approx(12.33).margin(0.01));
}

TEST_CASE("all guesses right under pure epsilon: the bound has a closed form") {
  // (e^eps / (1 + e^eps))^r = significance.
  const double p = std::pow(0.01, 1.0 / 40);
  CHECK(one_run_epsilon({60, 40, 40}, 0, 0.01) == Approx(std::log(p / (1 - p))));
  CHECK(one_run_epsilon({60, 40, 18}, 0, 0.05) == 0);
  CHECK(one_run_gaussian_epsilon({60, 40, 15}, 1e-5, 0.05) == 0);
  CHECK(one_run_epsilon({60, 40, 0}, 1e-5, 0.05) == 0);
}

TEST_CASE("one-run bounds are rarely above the truth, and often above half of it") {
  // Canaries mu apart with independent noise; the 100 highest and the 100 lowest of 1000 scores.
  const double mu = 1.5, delta = 1e-5, truth = gaussian_epsilon(1 / mu, delta);
  std::mt19937_64 engine(5);
  std::normal_distribution<> normal;
  std::bernoulli_distribution coin;
  int above = 0, above_gaussian = 0, far = 0;
  const int audits = 200;
  for (int a = 0; a < audits; ++a) {
    std::vector<std::pair<double, bool>> scores;
    for (int i = 0; i < 1000; ++i) {
      const bool in = coin(engine);
      scores.emplace_back(normal(engine) + (in ? mu : 0), in);
    }
    std::sort(scores.begin(), scores.end());
    std::int64_t correct = 0;
    for (std::size_t i = 0; i < 100; ++i) {
      correct += !scores[i].second;
      correct += scores[scores.size() - 1 - i].second;
    }
    const OneRunCounts counts{1000, 200, correct};
    const double gaussian = one_run_gaussian_epsilon(counts, delta, 0.05);
    above += one_run_epsilon(counts, delta, 0.05) > truth;
    above_gaussian += gaussian > truth;
    far += gaussian > truth / 3;
  }
  // Each at most Binomial(200, 0.05): above 31 with probability 1e-8.
  CHECK(above <= 31);
  CHECK(above_gaussian <= 31);
  CHECK(far > audits / 2);
}

TEST_CASE("an audit in one run refuses counts that cannot be") {
  CHECK_THROWS_AS(one_run_epsilon({10, 11, 5}, 0, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(one_run_epsilon({10, 5, 6}, 0, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(one_run_epsilon({10, 0, 0}, 0, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(one_run_distance({10, 5, 5}, 0), std::invalid_argument);
}

}  // namespace one_run_test
