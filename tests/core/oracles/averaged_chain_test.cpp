#include "oracles/averaged_chain.hpp"
#include "oracles/affine_law.hpp"
#include "problems.hpp"
#include "test.hpp"

namespace averaged_chain_test {

using namespace skald::oracles;

namespace {

// Two clients of one coordinate that pull towards -1 and 1, of unlike curvature.
struct Pair {
  double p_c = .4, h = .06;
  Eigen::Vector2d curvature{1, 4}, slope{3, -3}, contraction = (1 - 2 * h * curvature.array());

  SquareAutocovariance squares(bool at_communication) const {
    const GaussianProblem problem(
        {{MatrixXd::Constant(1, 1, curvature(0)), VectorXd::Constant(1, -3)},
         {MatrixXd::Constant(1, 1, curvature(1)), VectorXd::Constant(1, 3. / 4)}});
    const LangevinStep step = checked_step(problem, {.step = h});
    const AveragedChain chain(step, p_c, 0, at_communication);
    return *AffineLaw::of(chain, problem)->square_autocovariance(1);
  }
};

// What is known of the clients' states once all coins are.
struct Given {
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
};
const Eigen::Matrix2d kMeet = Eigen::Matrix2d::Constant(.5);
const Eigen::Vector2d kAverage = Eigen::Vector2d::Constant(.5);

// E f, E f^2 and E f f' of the squares f, f' of two successive averages, over all sequences of so
// many coins.
struct Moments4 {
  double first = 0, square = 0, lagged = 0;
};
void add(const Pair& of, const Given& now, int coins, double probability, Moments4& sum) {
  for (const bool meets : {false, true}) {
    const Eigen::Matrix2d M = (meets ? kMeet : Eigen::Matrix2d(Eigen::Matrix2d::Identity())) *
                              of.contraction.asDiagonal();
    const Eigen::Matrix2d own = 4 * of.h * Eigen::Matrix2d::Identity();  // 2 h / w_c
    const Eigen::Matrix2d noise = meets ? Eigen::Matrix2d(kMeet * own * kMeet) : own;
    const Eigen::Vector2d shift = -2 * of.h * of.slope, met = kMeet * shift;
    const Given next{M * now.mean + (meets ? met : shift),
                     M * now.covariance * M.transpose() + noise};
    const double p = probability * (meets ? of.p_c : 1 - of.p_c);
    if (coins > 1) {
      add(of, next, coins - 1, p, sum);
      continue;
    }
    const double m = kAverage.dot(now.mean), n = kAverage.dot(next.mean);
    const double v = kAverage.dot(now.covariance * kAverage),
                 w = kAverage.dot(next.covariance * kAverage);
    const double c = kAverage.dot(M * now.covariance * kAverage);
    sum.first += p * (n * n + w);
    sum.square += p * (n * n * n * n + 6 * n * n * w + 3 * w * w);
    sum.lagged += p * ((m * m + v) * (n * n + w) + 2 * c * c + 4 * m * n * c);
  }
}

}  // namespace

TEST_CASE("the spread of squares where coins decide is near that over all their sequences",
          "[oracles]") {
  const Pair pair;
  Moments4 all;
  add(pair, {}, 18, 1, all);
  const double variance = all.square - all.first * all.first,
               lagged = all.lagged - all.first * all.first;
  const auto terms = pair.squares(false);
  // After eighteen strides the law is stationary within a hundredth.
  CHECK(std::pow(second_moment_standard_error(terms, 1, 1), 2) == Approx(variance).epsilon(.02));
  CHECK(std::pow(second_moment_standard_error(terms, 2, 1), 2) ==
        Approx((variance + lagged) / 2).epsilon(.02));
}

}  // namespace averaged_chain_test

using namespace skald::oracles;

TEST_CASE("ULA: printed variance of the two-client problem", "[oracles]") {
  const Moments law = test::known(ula_stationary_law(test::two_clients(), 0.05, 1));
  CHECK(law.covariance(0, 0) == Approx(0.2777777777778).epsilon(1e-12));
  CHECK(law.mean.norm() == 0);
}

TEST_CASE("ULA: the closed form is the stationary law of the transition", "[oracles]") {
  test::Generator generator(21);
  const GaussianProblem problem = test::random_problem(generator, 3, 4);
  const double step = 1.5 / problem.largest_curvature();
  const Moments closed = test::known(ula_stationary_law(problem, step, 0.7));
  const auto doubled = stationary(single_chain_kernel(problem, step, 0.7));
  REQUIRE(doubled);
  CHECK(test::distance(closed.covariance, doubled->covariance) < 1e-12);
}

TEST_CASE("ULA: no law once the step reaches 2 / L", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  CHECK(ula_stationary_law(problem, 0.499, 1).moments);
  const auto law = ula_stationary_law(problem, 0.5, 1);
  CHECK_FALSE(law.moments);
  CHECK(law.moments.reason().find("unstable") != std::string::npos);
}

TEST_CASE("SGLD: the stationary covariance solves the Lyapunov equation", "[oracles]") {
  test::Generator generator(22);
  const GaussianProblem problem = test::random_problem(generator, 1, 3);
  const double h = 0.2;
  const Eigen::MatrixXd C = test::random_problem(generator, 1, 3).precision();
  const auto law = stationary(single_chain_kernel(problem, h, 1, C));
  REQUIRE(law);
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(3, 3);
  const Eigen::MatrixXd D = identity - h * problem.precision();
  const Eigen::MatrixXd& V = law->covariance;
  CHECK(test::distance(V, D * V * D + 2 * h * identity + h * h * C) < 1e-12);
}

TEST_CASE("SGLD: Lyapunov variance against a plain simulation", "[oracles]") {
  // U = sum_j (x - z_j)^2 / 2 over 4 examples, batches of 2 without replacement. Independent chains
  // started at the mode and run until the start is forgotten: (1 - 0.1 * 4)^60 < 1e-13. The noise
  // of these batches has kurtosis below 3, so Var x^2 <= 2 V^2; five standard errors fail by chance
  // with probability below 1e-6.
  const std::vector<double> examples{-2, 0, 1, 5};
  const double h = 0.1;
  const GaussianProblem problem({{Eigen::MatrixXd::Constant(1, 1, 4), Eigen::VectorXd::Ones(1)}});
  // 4^2 / 2 (1 - 2 / 4) times the sample variance of the examples.
  const Eigen::MatrixXd noise = Eigen::MatrixXd::Constant(1, 1, 4 * 26 / 3.0);
  const auto law = stationary(single_chain_kernel(problem, h, 1, noise));
  REQUIRE(law);
  std::mt19937_64 generator(24);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<std::size_t> pick(0, 3);
  std::uniform_int_distribution<std::size_t> pick_other(1, 3);
  const int chains = 100000;
  double square = 0;
  for (int r = 0; r < chains; ++r) {
    double x = 1;
    for (int k = 0; k < 60; ++k) {
      const std::size_t i = pick(generator);
      const std::size_t j = (i + pick_other(generator)) % 4;
      const double gradient = 2 * (x - examples[i]) + 2 * (x - examples[j]);
      x += -h * gradient + std::sqrt(2 * h) * normal(generator);
    }
    square += (x - 1) * (x - 1) / chains;
  }
  const double V = law->covariance(0, 0);
  CHECK(std::abs(square - V) < 5 * V * std::sqrt(2.0 / chains));
}
