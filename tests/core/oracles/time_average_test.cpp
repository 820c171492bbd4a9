#include <Eigen/LU>

#include "oracles/averaged_chain.hpp"
#include "oracles/averaging_law.hpp"
#include "oracles/square_autocovariance.hpp"
#include "oracles/stationary_law.hpp"
#include "oracles/time_average.hpp"
#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

TEST_CASE("variance of an AR(1) mean: the double sum over pairs", "[oracles]") {
  const double coefficient = GENERATE(0.0, 0.5, 0.97, -0.6);
  for (int n : {1, 2, 5, 60}) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) sum += std::pow(coefficient, std::abs(i - j));
    CHECK(mean_variance(coefficient, n).real() == Approx(sum / n / n).epsilon(1e-11));
  }
  CHECK(mean_variance(1 - 1e-9, 10).real() == Approx(1).epsilon(1e-6));
}

TEST_CASE("long averages: the small-decay formulas", "[oracles]") {
  const std::vector<TimeAverageMode> modes{{2.0, 1e-3, 0.5}, {0.3, 2e-3, 0}};
  const std::int64_t n = 100'000'000;
  double square = (2 * 4 + 8 * 0.25 * 2) / 1e-3 + 2 * 0.09 / 2e-3;
  square /= static_cast<double>(n) * 4;
  CHECK(second_moment_standard_error(square_autocovariance(modes), n, 4) ==
        Approx(std::sqrt(square)).epsilon(2e-3));
}

TEST_CASE("standard errors agree with the spread of simulated averages", "[oracles]") {
  // Over R = 5000 repeats a sample variance has relative standard error sqrt(2 / R) for Gaussian
  // averages; averages of squares over 100 / decay draws have kurtosis below 9: sqrt(8 / R) bounds
  // both. Five of them fail by chance with probability below 1e-6.
  const TimeAverageMode mode{1.5, 0.2, 0.7};
  const int n = 100, repeats = 5000;
  std::mt19937_64 generator(61);
  std::normal_distribution<double> normal;
  const double noise = std::sqrt(mode.variance * (1 - 0.8 * 0.8));
  const double exact = mode.variance + mode.bias * mode.bias;
  double spread = 0;
  for (int r = 0; r < repeats; ++r) {
    double z = std::sqrt(mode.variance) * normal(generator);
    double second = 0;
    for (int k = 0; k < n; ++k) {
      const double x = mode.bias + z;
      second += x * x / n;
      z = 0.8 * z + noise * normal(generator);
    }
    spread += std::pow(second - exact, 2) / repeats;
  }
  const double tolerance = 5 * std::sqrt(8.0 / repeats);
  const double error = second_moment_standard_error(square_autocovariance({mode}), n, 1);
  CHECK(spread == Approx(error * error).epsilon(tolerance));
}

TEST_CASE(
    "standard errors of a sequence that is held agree with the spread of simulated averages") {
  // As above: averages of squares over 60 draws or more, of kurtosis below 9.
  const TimeAverageMode mode{1.5, 0.5, 0.7, 0.8};
  const int n = 60, repeats = 20000, thin = GENERATE(1, 3);
  std::mt19937_64 generator(67);
  std::normal_distribution<double> normal;
  std::bernoulli_distribution renewed(1 - mode.held);
  const double noise = std::sqrt(mode.variance * (1 - 0.5 * 0.5));
  const double exact = mode.variance + mode.bias * mode.bias;
  double spread = 0;
  for (int r = 0; r < repeats; ++r) {
    double z = std::sqrt(mode.variance) * normal(generator), seen = z;
    double second = 0;
    for (int k = -30; k < n * thin; ++k) {
      z = 0.5 * z + noise * normal(generator);
      if (renewed(generator)) seen = z;
      if (k < 0 || k % thin != 0) continue;
      second += (mode.bias + seen) * (mode.bias + seen) / n;
    }
    spread += std::pow(second - exact, 2) / repeats;
  }
  const double tolerance = 5 * std::sqrt(8.0 / repeats);
  const double error = second_moment_standard_error(square_autocovariance({mode}), n, 1, thin);
  CHECK(spread == Approx(error * error).epsilon(tolerance));
}

TEST_CASE("the decay behind a held sequence is found from the sum of its autocorrelations") {
  for (const double decay : {1e-4, 0.3, 0.5, 0.8, 0.95}) {
    for (const double p : {1.0, 0.5, 0.05}) {
      // n Var(mean) of many draws: far from zero, squares vary like 2 bias x.
      const std::int64_t n = 1'000'000'000;
      constexpr double bias = 1e6;
      const double error =
          second_moment_standard_error(square_autocovariance({{1, decay, bias, 1 - p}}), n, 1) /
          (2 * bias);
      CHECK(decay_behind_held(error * error * static_cast<double>(n), p) ==
            Approx(decay).epsilon(1e-4));
    }
  }
  CHECK(decay_behind_held(3, 0.5) == 1);  // independent renewals
  CHECK(decay_behind_held(2, 0.5) == 1);
}

TEST_CASE("modes of ULA carry its variances, rates and bias", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  const Moments law = test::known(ula_stationary_law(problem, 0.05, 1));
  const auto modes = time_average_modes(problem, 0.05, law);
  REQUIRE(modes.size() == 1);
  CHECK(modes[0].variance == Approx(0.2777777777778).epsilon(1e-12));
  CHECK(modes[0].decay == Approx(0.2).epsilon(1e-12));
  CHECK(modes[0].bias == 0);
}

TEST_CASE("independent draws: the error of a second moment over chains", "[oracles]") {
  Moments law{Eigen::Vector2d(0.3, -1), Eigen::Matrix2d()};
  law.covariance << 2, 0.5, 0.5, 1;
  // Var ||X||^2 = 2 Tr S^2 + 4 m' S m.
  const double variance =
      2 * law.covariance.squaredNorm() + 4 * law.mean.dot(law.covariance * law.mean);
  CHECK(second_moment_standard_error(square_autocovariance(independent_modes(law)), 1, 7) ==
        Approx(std::sqrt(variance / 7)).epsilon(1e-12));
}

using namespace skald::oracles;
using Eigen::Index;

namespace {

// The same sum from the stacked state (e_1, ..., e_N, server), slowly: its first two moments by
// iteration until they stand still, then one dense solve.
MatrixXd stacked_sum(const GaussianProblem& problem, const LangevinStep& step, double p_c,
                     bool held) {
  const Index d = problem.dimension(), clients = static_cast<Index>(problem.size());
  const Index locals = d * clients, all = locals + d;
  MatrixXd pull = MatrixXd::Identity(all, all), average = MatrixXd::Zero(d, all);
  MatrixXd noise = MatrixXd::Zero(all, all), server = MatrixXd::Zero(d, all);
  VectorXd drift = VectorXd::Zero(all);
  server.rightCols(d).setIdentity();
  for (Index a = 0; a < clients; ++a) {
    const auto c = static_cast<std::size_t>(a);
    const double local = step.step / step.weights[c];
    pull.block(a * d, a * d, d, d) -= local * problem.client(c).curvature;
    drift.segment(a * d, d) = -local * problem.gradient_at_mode(c);
    average.block(0, a * d, d, d) = step.weights[c] * MatrixXd::Identity(d, d);
    for (Index b = 0; b < clients; ++b) {
      noise.block(a * d, b * d, d, d) =
          step_noise(step, c, static_cast<std::size_t>(b), all_coordinates(d));
    }
  }
  const MatrixXd join = average.replicate(clients + 1, 1);
  VectorXd mean = VectorXd::Zero(all);
  MatrixXd second = MatrixXd::Zero(all, all);
  for (int k = 0; k < 20000; ++k) {
    const VectorXd moved = pull * mean;
    const MatrixXd stepped = pull * second * pull.transpose() + moved * drift.transpose() +
                             drift * moved.transpose() + drift * drift.transpose() + noise;
    mean = ((1 - p_c) * (moved + drift) + p_c * join * (moved + drift)).eval();
    second = (1 - p_c) * stepped + p_c * join * stepped * join.transpose();
  }
  const MatrixXd covariance = second - mean * mean.transpose();
  const MatrixXd one_step = (1 - p_c) * pull + p_c * join * pull;
  const MatrixXd& seen = held ? server : average;
  const MatrixXd sum = seen * (MatrixXd::Identity(all, all) - one_step)
                                  .partialPivLu()
                                  .solve(MatrixXd(covariance * seen.transpose()));
  return sum + sum.transpose() - seen * covariance * seen.transpose();
}

}  // namespace

TEST_CASE("the sum of autocovariances is that of the stacked state", "[oracles]") {
  test::Generator generator(5);
  for (const double p_c : {0.9, 0.3}) {
    for (const double rho : {0.0, 0.6}) {
      const GaussianProblem problem = test::random_problem(generator, 3, 2);
      LangevinStep step{0.1 * p_c * problem.step_bound(), 1.3, rho, {0.2, 0.3, 0.5}, {}};
      const auto block = all_coordinates(2);
      const Moments law = test::known(bernoulli_schedule_law(problem, step, p_c));
      const auto modes = client_modes(problem, step, block);
      const MatrixXd seen = integrated_covariance(modes, step, block, p_c, law);
      const MatrixXd expected = stacked_sum(problem, step, p_c, false);
      CHECK(test::distance(seen, expected) < 1e-9 * expected.norm());
      const MatrixXd held = integrated_held_covariance(modes, p_c, law.covariance);
      const MatrixXd expected_held = stacked_sum(problem, step, p_c, true);
      CHECK(test::distance(held, expected_held) < 1e-9 * expected_held.norm());
    }
  }
}

TEST_CASE("communication at every iteration forgets like ULA", "[oracles]") {
  test::Generator generator(6);
  const GaussianProblem problem = test::random_problem(generator, 4, 3);
  LangevinLaw law;
  law.step = 0.1 * problem.step_bound();
  const Moments ula = test::known(stationary_law(problem, law));
  const double error = second_moment_standard_error(
      square_autocovariance(time_average_modes(problem, law, ula)), 100000, 4);
  law.kind = LangevinLaw::Kind::averaging;
  SECTION("p_c = 1") { law.p_c = 1; }
  SECTION("K = 1") { law.K = 1; }
  for (const bool held : {false, true}) {
    law.at_communication = held;
    const auto modes = time_average_modes(problem, law, ula);
    CHECK(second_moment_standard_error(square_autocovariance(modes), 100000, 4) ==
          Approx(error).epsilon(1e-9));
  }
}

TEST_CASE("the autocovariances of an AR(1) sequence sum to (1 + a) / (1 - a)", "[oracles]") {
  const MatrixXd contraction = MatrixXd::Constant(1, 1, 0.5), covariance = MatrixXd::Ones(1, 1);
  CHECK(integrated_covariance(contraction, covariance)(0, 0) == Approx(3));
}
