#include "oracles/integrated_covariance.hpp"

#include <Eigen/LU>

#include "oracles/averaging_law.hpp"
#include "oracles/single_chain.hpp"
#include "oracles/square_autocovariance.hpp"
#include "oracles/stationary_law.hpp"
#include "problems.hpp"
#include "test.hpp"

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
