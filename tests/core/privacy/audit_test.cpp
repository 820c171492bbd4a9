#include "privacy/audit.hpp"
#include "privacy/gaussian.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

AttackCounts counts(std::int64_t n, std::int64_t hits, std::int64_t alarms) {
  return {n, hits, n, alarms};
}

}  // namespace

TEST_CASE("Clopper-Pearson bounds of epsilon of another auditor") {
  CHECK(attack_epsilon(counts(100, 95, 2), 0, 0.05) == Approx(2.534066080).epsilon(1e-9));
  CHECK(attack_epsilon(counts(1000, 1000, 0), 1e-5, 0.05) == Approx(5.600577494).epsilon(1e-9));
  CHECK(attack_epsilon(counts(1000, 300, 5), 1e-5, 0.05) == Approx(3.151196972).epsilon(1e-9));
  CHECK(attack_epsilon(counts(500, 250, 250), 0, 0.05) == 0);
}

TEST_CASE("bounds by the distance of two Gaussians of another auditor") {
  CHECK(gaussian_attack_epsilon(counts(100, 95, 2), 1e-5, 0.05) == Approx(14.456847).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(1000, 900, 50), 1e-5, 0.05) ==
        Approx(14.457201).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(1000, 300, 5), 1e-5, 0.05) ==
        Approx(7.973945).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(10000, 5000, 100), 1e-5, 0.05) ==
        Approx(11.426330).epsilon(1e-7));
  CHECK(gaussian_attack_epsilon(counts(100, 50, 50), 1e-5, 0.05) == 0);
}

TEST_CASE("Clopper-Pearson bounds invert the binomial tail") {
  // P(X >= 3 of 5) at the lower bound of 3 successes, P(X <= 3) at the upper one.
  const double low = proportion_at_least(3, 5, 0.01), high = proportion_at_most(3, 5, 0.01);
  const auto at_least_3 = [](double p) {
    return 10 * std::pow(p, 3) * std::pow(1 - p, 2) + 5 * std::pow(p, 4) * (1 - p) + std::pow(p, 5);
  };
  CHECK(at_least_3(low) == Approx(0.01));
  CHECK(5 * std::pow(high, 4) * (1 - high) + std::pow(high, 5) == Approx(0.99));
  CHECK(proportion_at_least(0, 5, 0.01) == 0);
  CHECK(proportion_at_most(5, 5, 0.01) == 1);
  CHECK_THROWS_AS(proportion_at_least(6, 5, 0.01), std::invalid_argument);
}

}  // namespace skald::privacy

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
