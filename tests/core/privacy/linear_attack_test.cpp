#include "privacy/linear_attack.hpp"

#include "privacy/gaussian.hpp"
#include "test.hpp"

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
