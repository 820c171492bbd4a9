#include "oracles/averaging_law.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "distance.hpp"
#include "oracles/averaged_chain.hpp"
#include "oracles/stationary_law.hpp"
#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

namespace {

using Scheme = LangevinLaw::Participation;

GaussianProblem equal_curvatures(test::Generator& generator, std::size_t clients) {
  const Eigen::MatrixXd A = test::random_problem(generator, 1, 2).precision();
  std::vector<QuadraticClient> all;
  for (std::size_t c = 0; c < clients; ++c) all.push_back({A, test::normal_vector(generator, 2)});
  return GaussianProblem(std::move(all));
}

// Mean square of the synchronised state of 40 rounds of FA-LD in one dimension, with N = 3, A = 1,
// minimisers (-1, 0, 2), started at the mode, over independent chains.
double simulated_second_moment(Scheme scheme, std::size_t S, double rho, int K, double h,
                               int chains) {
  const std::array<double, 3> minimiser{-1, 0, 2};
  const double mode = 1.0 / 3;
  std::mt19937_64 generator(51);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<std::size_t> pick(0, 2);
  double square = 0;
  for (int r = 0; r < chains; ++r) {
    double x = mode;
    for (int round = 0; round < 40; ++round) {
      std::array<double, 3> local{x, x, x};
      for (int k = 0; k < K; ++k) {
        const double shared = normal(generator);
        for (std::size_t c = 0; c < 3; ++c) {
          local[c] += -3 * h * (local[c] - minimiser[c]) +
                      std::sqrt(2 * h) *
                          (rho * shared + std::sqrt((1 - rho * rho) * 3) * normal(generator));
        }
      }
      std::array<std::size_t, 3> order{0, 1, 2};
      std::shuffle(order.begin(), order.end(), generator);
      x = 0;
      for (std::size_t s = 0; s < S; ++s) {
        const std::size_t drawn = scheme == Scheme::with_replacement ? pick(generator) : order[s];
        x += local[drawn] / static_cast<double>(S);
      }
    }
    square += (x - mode) * (x - mode) / chains;
  }
  return square;
}

}  // namespace

TEST_CASE("partial participation agrees with a plain simulation", "[oracles]") {
  // (1 - 3 h)^(40 K) < 1e-9 forgets the start. Gaussian plus bounded sampling noise: Var x^2 <=
  // 3 V^2; five standard errors fail by chance with probability below 1e-6.
  const auto scheme = GENERATE(Scheme::with_replacement, Scheme::without_replacement);
  const double rho = GENERATE(0.0, 0.7);
  const int K = 4, chains = 20000;
  const double h = 0.05;
  const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
  const GaussianProblem problem({{one, Eigen::VectorXd::Constant(1, -1)},
                                 {one, Eigen::VectorXd::Constant(1, 0)},
                                 {one, Eigen::VectorXd::Constant(1, 2)}});
  const auto law = stationary(partial_round_kernel(problem, {h, 1, rho, {}, {}}, K, scheme, 2));
  REQUIRE(law);
  const double V = second_moment(*law);
  const double found = simulated_second_moment(scheme, 2, rho, K, h, chains);
  CHECK(std::abs(found - V) < 5 * V * std::sqrt(3.0 / chains));
}

TEST_CASE("all distinct clients are full participation, one drawn client is either scheme",
          "[oracles]") {
  test::Generator generator(52);
  const GaussianProblem problem = equal_curvatures(generator, 4);
  const LangevinStep step{0.03, 1, 0.4, {}, {}};
  const GaussianKernel full = round_kernel(problem, step, 6);
  const GaussianKernel all = partial_round_kernel(problem, step, 6, Scheme::without_replacement, 4);
  CHECK(test::distance(full.matrix, all.matrix) < 1e-13);
  CHECK(test::distance(full.noise, all.noise) < 1e-13);
  const GaussianKernel one = partial_round_kernel(problem, step, 6, Scheme::with_replacement, 1);
  const GaussianKernel other =
      partial_round_kernel(problem, step, 6, Scheme::without_replacement, 1);
  CHECK(test::distance(one.noise, other.noise) < 1e-13);
  CHECK(one.noise.trace() > full.noise.trace());
}

TEST_CASE("random communications: the law is the average of fixed rounds of all lengths",
          "[oracles]") {
  test::Generator generator(57);
  const GaussianProblem problem = equal_curvatures(generator, 4);
  const LangevinStep step{0.05 / problem.largest_curvature(), 0.7, 0.4, {}, {}};
  const double p_c = GENERATE(1.0, 0.4, 0.1);
  const auto scheme = GENERATE(Scheme::with_replacement, Scheme::without_replacement);
  const Moments law = test::known(partial_random_law(problem, step, p_c, scheme, 3));
  CHECK(law.mean.norm() == 0);
  // The second moment after a round of n steps, with probability p_c (1 - p_c)^(n - 1).
  Eigen::MatrixXd after = Eigen::MatrixXd::Zero(2, 2);
  double probability = p_c;
  for (int n = 1; probability > 1e-17; ++n, probability *= 1 - p_c) {
    const GaussianKernel round = partial_round_kernel(problem, step, n, scheme, 3);
    after += probability * (round.matrix * law.covariance * round.matrix.transpose() + round.noise);
  }
  CHECK(test::distance(after, law.covariance) < 1e-12 * after.norm());
}

TEST_CASE(
    "random communications: the error of averages is within a tenth of that of simulated chains",
    "[oracles]") {
  // In one dimension, N = 3, A_c = 1, minimisers (-1, 0, 2), S = 2 without replacement, rho = 0.
  constexpr double h = 0.1, p_c = 0.2, mode = 1.0 / 3;
  constexpr int kChains = 20000, kBurnIn = 100, kIterations = 200;
  const std::array<double, 3> minimiser{-1, 0, 2};
  std::mt19937_64 generator(61);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<double> averages;
  for (int r = 0; r < kChains; ++r) {
    double shown = mode, average = 0;
    std::array<double, 3> local{mode, mode, mode};
    std::array<std::size_t, 3> order{0, 1, 2};
    for (int k = 0; k < kBurnIn + kIterations; ++k) {
      for (std::size_t i = 0; i < 2; ++i) {
        double& x = local[order[i]];
        x += -3 * h * (x - minimiser[order[i]]) + std::sqrt(2 * h * 3) * normal(generator);
      }
      if (uniform(generator) < p_c) {
        shown = (local[order[0]] + local[order[1]]) / 2;
        local.fill(shown);
        std::shuffle(order.begin(), order.end(), generator);
      }
      if (k >= kBurnIn) average += (shown - mode) * (shown - mode) / kIterations;
    }
    averages.push_back(average);
  }
  const Eigen::Map<const Eigen::ArrayXd> found(averages.data(), kChains);
  const double variance = (found - found.mean()).square().sum() / (kChains - 1);

  std::vector<QuadraticClient> clients;
  for (const double at : minimiser)
    clients.push_back({Eigen::MatrixXd::Ones(1, 1), Eigen::VectorXd::Constant(1, at)});
  const GaussianProblem problem(std::move(clients));
  LangevinLaw law;
  law.kind = LangevinLaw::Kind::averaging;
  law.step = h;
  law.p_c = p_c;
  law.participation = Scheme::without_replacement;
  law.S = 2;
  law.at_communication = true;
  const Moments moments = test::known(stationary_law(problem, law));
  const auto squares = square_autocovariance(time_average_modes(problem, law, moments));
  const double stated = second_moment_standard_error(squares, kIterations, 1);
  // The chain is taken to forget like ULA between communications, and its draws as normal.
  CHECK(std::abs(stated / std::sqrt(variance) - 1) < 0.1);
}

TEST_CASE("random communications of all distinct clients are those of full participation",
          "[oracles]") {
  test::Generator generator(58);
  const GaussianProblem problem = equal_curvatures(generator, 4);
  const LangevinStep step{0.3 / problem.largest_curvature(), 1, 0.4, {}, {}};
  const Moments all =
      test::known(partial_random_law(problem, step, 0.2, Scheme::without_replacement, 4));
  const Moments full = test::known(bernoulli_schedule_law(problem, step, 0.2));
  CHECK(test::distance(all.covariance, full.covariance) < 1e-10 * full.covariance.norm());
}

TEST_CASE("random communications: without noise of its own nothing is inflated", "[oracles]") {
  test::Generator generator(59);
  const GaussianProblem problem = equal_curvatures(generator, 5);
  const LangevinStep step{1e-7, 1, 1, {}, {}};
  const Moments law =
      test::known(partial_random_law(problem, step, 0.3, Scheme::with_replacement, 2));
  CHECK(test::distance(law.covariance, problem.covariance(1)) <
        1e-4 * problem.covariance(1).norm());
}

TEST_CASE("random communications of unstable or unequal clients have no law", "[oracles]") {
  test::Generator generator(60);
  const GaussianProblem problem = equal_curvatures(generator, 3);
  const LangevinStep large{2.01 / problem.largest_curvature(), 1, 0, {}, {}};
  CHECK(partial_random_law(problem, large, 0.5, Scheme::with_replacement, 2).diverges);
  const LangevinStep step{1e-3, 1, 0, {}, {}};
  CHECK_THROWS_AS(partial_random_law(problem, step, 0, Scheme::with_replacement, 2),
                  std::invalid_argument);
  CHECK_THROWS_AS(partial_random_law(problem, step, 0.5, Scheme::without_replacement, 4),
                  std::invalid_argument);
  CHECK_THROWS_AS(partial_random_law(test::random_problem(generator, 3, 2), step, 0.5,
                                     Scheme::with_replacement, 2),
                  std::invalid_argument);
}

TEST_CASE("small steps: own noise inflates the covariance by phi, shared noise does not",
          "[oracles]") {
  test::Generator generator(53);
  const GaussianProblem problem = equal_curvatures(generator, 5);
  const double h = 1e-7;
  const auto inflation = [&](double rho, Scheme scheme) {
    const auto law = stationary(partial_round_kernel(problem, {h, 1, rho, {}, {}}, 3, scheme, 2));
    REQUIRE(law);
    return law->covariance.trace() / problem.covariance(1).trace();
  };
  CHECK(inflation(0, Scheme::with_replacement) == Approx(1 + 4 / 2.0).epsilon(1e-4));
  CHECK(inflation(0, Scheme::without_replacement) == Approx(5 / 2.0).epsilon(1e-4));
  CHECK(inflation(1, Scheme::with_replacement) == Approx(1).epsilon(1e-4));
  CHECK(inflation(1, Scheme::without_replacement) == Approx(1).epsilon(1e-4));
}

TEST_CASE("stationary W2 of the FA-LD toy without heterogeneity, K = 100", "[oracles]") {
  // N = 50 clients of 1000 points from N(0, Sigma), h = 1e-7. The published-scale values depend on
  // the drawn client means through the sampling noise alone, by a few per cent.
  test::Generator generator(54);
  Eigen::Matrix2d Sigma;
  Sigma << 5, -2, -2, 1;
  const Eigen::Matrix2d root = Sigma.llt().matrixL();
  std::vector<QuadraticClient> clients;
  for (int c = 0; c < 50; ++c) {
    clients.push_back(
        {1000 * Sigma.inverse(), root * test::normal_vector(generator, 2) / std::sqrt(1000.0)});
  }
  const GaussianProblem problem(std::move(clients));
  const auto w2 = [&](Scheme scheme, std::int64_t S, double rho) {
    const auto law =
        stationary(partial_round_kernel(problem, {1e-7, 1, rho, {}, {}}, 100, scheme, S));
    REQUIRE(law);
    return gaussian_w2(*law, Moments{Eigen::VectorXd::Zero(2), problem.covariance(1)});
  };
  CHECK(w2(Scheme::with_replacement, 1, 0) == Approx(0.069).epsilon(0.05));
  CHECK(w2(Scheme::with_replacement, 10, 0) == Approx(0.0164).epsilon(0.05));
  CHECK(w2(Scheme::with_replacement, 50, 0) == Approx(0.0047).epsilon(0.05));
  CHECK(w2(Scheme::without_replacement, 10, 0) == Approx(0.0142).epsilon(0.05));
  CHECK(w2(Scheme::without_replacement, 50, 0) < 3e-5);
  CHECK(w2(Scheme::without_replacement, 10, 1) == Approx(2.2e-3).epsilon(0.3));
}

TEST_CASE("partial participation refuses unequal clients and impossible counts", "[oracles]") {
  test::Generator generator(55);
  const LangevinStep step{0.03, 1, 0, {}, {}};
  CHECK_FALSE(equal_clients(test::two_clients(), step));
  CHECK_THROWS_AS(partial_round_kernel(test::two_clients(), step, 2, Scheme::with_replacement, 1),
                  std::invalid_argument);
  const GaussianProblem problem = equal_curvatures(generator, 3);
  CHECK(equal_clients(problem, step));
  CHECK_THROWS_AS(partial_round_kernel(problem, step, 2, Scheme::without_replacement, 4),
                  std::invalid_argument);
  CHECK_THROWS_AS(partial_round_kernel(problem, step, 2, Scheme::full, 3), std::invalid_argument);
  CHECK_THROWS_AS(partial_round_kernel(problem, step, 2, Scheme::with_replacement, 0),
                  std::invalid_argument);
}
