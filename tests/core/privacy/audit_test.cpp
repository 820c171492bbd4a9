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

namespace linear_attack_test {

using namespace skald::privacy;

namespace {

MatrixXd normals(Eigen::Index rows, Eigen::Index cols, std::mt19937_64& engine) {
  std::normal_distribution<> normal;
  return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

}  // namespace

TEST_CASE("an attacker finds the combination of quantities that tells most") {
  std::mt19937_64 engine(3);
  // The first quantity says little by itself, the second nothing: they share noise. The third is
  // the sum of the others, so that the covariance is singular; the fourth never moves.
  const auto seen = [&](double apart, Eigen::Index n) {
    MatrixXd x = normals(4, n, engine);
    x.row(1) *= 100;
    x.row(0) += x.row(1);
    x.row(0).array() += apart;
    x.row(2) = x.row(0) + x.row(1);
    x.row(3).setConstant(7);
    return x;
  };
  const AttackOutcome found = attack_linearly({seen(3, 4000), seen(0, 4000)}, 1e-5, 0.01);
  const double truth = gaussian_epsilon(1.0 / 3, 1e-5);
  CHECK(found.gaussian_epsilon < truth);
  CHECK(found.gaussian_epsilon > 0.85 * truth);
  CHECK(found.epsilon > 3);
  CHECK(found.epsilon < found.gaussian_epsilon);
  CHECK(found.errors.counts.runs_with == 2000);
}

TEST_CASE("what carries no noise is told apart as well as so many runs can") {
  const AttackOutcome found =
      attack_linearly({MatrixXd::Constant(1, 2000, 1e-9), MatrixXd::Zero(1, 2000)}, 0, 0.05);
  // No error in 1000 runs of each kind, each bounded at 0.05 / 4.
  const double most = 1 - std::pow(0.0125, 1e-3);
  CHECK(found.epsilon == Approx(std::log((1 - most) / most)));
  CHECK(found.errors.counts.false_positives == 0);
  CHECK(found.errors.counts.true_positives == 1000);
}

TEST_CASE("an attacker may say which runs lack the unit, if that is surer") {
  // A fifth of the runs without the unit show something that no run with it does.
  MatrixXd with = MatrixXd::Zero(1, 4000), without = with;
  for (Eigen::Index j = 0; j < 4000; j += 5) without(0, j) = 1;
  const AttackOutcome found = attack_linearly({with, without}, 1e-5, 0.05);
  CHECK(found.epsilon > 3);
  CHECK(attack_epsilon(found.errors.counts, 1e-5, 0.05) < 1);
}

TEST_CASE("bounds of attacks are above the truth at most as often as they say") {
  // Two Gaussians mu apart, five quantities; where the attack is the best there is, the bound by
  // their distance is wrong with a probability close to its significance.
  std::mt19937_64 engine(17);
  const double mu = 1, delta = 1e-3, truth = gaussian_epsilon(1 / mu, delta);
  int above = 0, above_gaussian = 0;
  const int audits = 300;
  for (int a = 0; a < audits; ++a) {
    MatrixXd with = normals(5, 200, engine), without = normals(5, 200, engine);
    with.array() += mu / std::sqrt(5.0);
    const AttackOutcome found = attack_linearly({with, without}, delta, 0.2);
    above += found.epsilon > truth;
    above_gaussian += found.gaussian_epsilon > truth;
  }
  // Each at most Binomial(300, 0.1): above 62 with probability 1e-7.
  CHECK(above <= 62);
  CHECK(above_gaussian <= 62);
}

TEST_CASE("where there is nothing to learn, an attack that looks at much shows nothing") {
  // On the runs that it learns from, the best of 20 quantities would seem to tell a lot.
  std::mt19937_64 engine(23);
  int above = 0, above_gaussian = 0;
  for (int a = 0; a < 300; ++a) {
    const AttackOutcome found =
        attack_linearly({normals(20, 200, engine), normals(20, 200, engine)}, 1e-3, 0.2);
    above += found.epsilon > 0;
    above_gaussian += found.gaussian_epsilon > 0;
  }
  // Each at most Binomial(300, 0.1): above 62 with probability 1e-7.
  CHECK(above <= 62);
  CHECK(above_gaussian <= 62);
}

TEST_CASE("an attack refuses runs that it cannot compare") {
  CHECK_THROWS_AS(attack_linearly({MatrixXd::Zero(1, 4), MatrixXd::Zero(1, 6)}, 0, 0.05),
                  std::invalid_argument);
  CHECK_THROWS_AS(attack_linearly({MatrixXd::Zero(1, 2), MatrixXd::Zero(1, 2)}, 0, 0.05),
                  std::invalid_argument);
}

}  // namespace linear_attack_test
