#include "oracles/averaging_law.hpp"

#include "full_state_reference.hpp"
#include "oracles/averaged_chain.hpp"
#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

namespace {

// A step with nothing left at its default: unequal weights, correlated noise, minibatch noise.
LangevinStep general_step(test::Generator& generator, const GaussianProblem& problem, double step,
                          double rho) {
  LangevinStep general{step, 0.8, rho, {0.2, 0.5, 0.3}, {}};
  for (std::size_t c = 0; c < 3; ++c) {
    general.gradient_noise.push_back(
        3 * test::random_problem(generator, 1, problem.dimension()).precision());
  }
  return general;
}

// Three clients with A_c / w_c = A and different minimisers.
GaussianProblem proportional_clients(test::Generator& generator) {
  const Eigen::MatrixXd A = test::random_problem(generator, 1, 2).precision();
  return GaussianProblem({{0.2 * A, test::normal_vector(generator, 2)},
                          {0.5 * A, test::normal_vector(generator, 2)},
                          {0.3 * A, test::normal_vector(generator, 2)}});
}

void check_close(const Moments& found, const Moments& expected, double relative) {
  CHECK(test::distance(found.mean, expected.mean) <= relative * (1 + expected.mean.norm()));
  CHECK(test::distance(found.covariance, expected.covariance) <=
        relative * expected.covariance.norm());
}

}  // namespace

TEST_CASE("fixed schedule: printed moments of the two-client problem, K = 3", "[oracles]") {
  const auto [rho, variance] =
      GENERATE(std::pair{0.0, 0.2943858881106}, std::pair{1.0, 0.2893908270474});
  const Moments law =
      test::known(fixed_schedule_law(test::two_clients(), {0.05, 1, rho, {}, {}}, 3));
  CHECK(law.mean(0) == Approx(-0.0840517241379).epsilon(1e-9));
  CHECK(law.covariance(0, 0) == Approx(variance).epsilon(1e-9));
}

TEST_CASE("Bernoulli schedule: printed moments of the two-client problem", "[oracles]") {
  const auto [p_c, tau, mean, second] = GENERATE(
      std::tuple{0.5, 0.0, -0.0652173913043, 0.295293982952},
      std::tuple{0.5, 1.0, -0.0652173913043, 0.291175295857},
      std::tuple{0.2, 0.0, -0.1875, 0.354628742817}, std::tuple{0.2, 1.0, -0.1875, 0.338834139866},
      std::tuple{1.0, 0.3, 0.0, 0.277777777778});
  const Moments law = test::known(
      bernoulli_schedule_law(test::two_clients(), {0.05, 1, std::sqrt(tau), {}, {}}, p_c));
  CHECK(law.mean(0) == Approx(mean).epsilon(1e-9).margin(1e-14));
  CHECK(second_moment(law) == Approx(second).epsilon(1e-9));
}

TEST_CASE("one round agrees with the stacked state of all clients", "[oracles]") {
  test::Generator generator(31);
  const GaussianProblem problem = test::random_problem(generator, 3, 3);
  const LangevinStep step = general_step(generator, problem, 0.03, GENERATE(0.0, 0.6, 1.0));
  const Moments start{test::normal_vector(generator, 3), problem.covariance(1)};
  for (int n : {0, 1, 2, 9}) {
    check_close(apply(round_kernel(problem, step, n), start),
                test::full_state_round(problem, step, n, start), 1e-13);
  }
}

TEST_CASE("K = 1 and p_c = 1 are one chain on the sum of the potentials", "[oracles]") {
  test::Generator generator(32);
  const GaussianProblem problem = test::random_problem(generator, 3, 3);
  const LangevinStep step = general_step(generator, problem, 0.05, 0.4);
  Eigen::MatrixXd noise = Eigen::MatrixXd::Zero(3, 3);
  for (const auto& client : step.gradient_noise) noise += client;
  const auto single = stationary(single_chain_kernel(problem, step.step, step.temp, noise));
  const Moments fixed = test::known(fixed_schedule_law(problem, step, 1));
  const Moments bernoulli = test::known(bernoulli_schedule_law(problem, step, 1));
  REQUIRE(single);
  check_close(fixed, *single, 1e-12);
  check_close(bernoulli, *single, 1e-12);
  check_close(iteration_law(problem, step, 1, fixed), *single, 1e-12);
}

TEST_CASE("equal A_c / w_c: K, rho and the minimisers leave no trace at synchronisation",
          "[oracles]") {
  test::Generator generator(33);
  const GaussianProblem problem = proportional_clients(generator);
  const int K = GENERATE(1, 4, 50);
  const double rho = GENERATE(0.0, 0.5, 1.0);
  const GaussianKernel round = round_kernel(problem, {0.02, 1, rho, {0.2, 0.5, 0.3}, {}}, K);
  const GaussianKernel chain = power(single_chain_kernel(problem, 0.02, 1), K);
  CHECK(test::distance(round.matrix, chain.matrix) < 1e-13);
  CHECK(round.shift.norm() < 1e-13);
  CHECK(test::distance(round.noise, chain.noise) < 1e-13);
}

TEST_CASE("weights that do not match the curvatures move the mean off the mode", "[oracles]") {
  test::Generator generator(34);
  const GaussianProblem problem = proportional_clients(generator);
  const Moments law = test::known(fixed_schedule_law(problem, {0.02, 1, 0, {}, {}}, 10));
  CHECK(law.mean.norm() > 1e-3);
}

TEST_CASE("an iteration at random mixes the ages of a round evenly", "[oracles]") {
  test::Generator generator(35);
  const GaussianProblem problem = test::random_problem(generator, 3, 3);
  const LangevinStep step = general_step(generator, problem, 0.03, GENERATE(0.0, 0.6));
  const int K = 7;
  const Moments synchronised = test::known(fixed_schedule_law(problem, step, K));
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(3);
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(3, 3);
  for (int age = 0; age < K; ++age) {
    const Moments law = apply(round_kernel(problem, step, age), synchronised);
    mean += law.mean / K;
    second += (law.covariance + law.mean * law.mean.transpose()) / K;
  }
  check_close(iteration_law(problem, step, K, synchronised),
              {mean, second - mean * mean.transpose()}, 1e-12);
}

TEST_CASE("Bernoulli schedule: renewal form agrees with the full state", "[oracles]") {
  test::Generator generator(36);
  const GaussianProblem problem = test::random_problem(generator, 3, 2);
  const double p_c = GENERATE(1.0, 0.7, 0.2, 0.05);
  const LangevinStep step =
      general_step(generator, problem, 0.2 * p_c * problem.step_bound(), GENERATE(0.0, 0.6, 1.0));
  const Moments law = test::known(bernoulli_schedule_law(problem, step, p_c));
  check_close(law, test::full_state_fald(problem, step, p_c), 1e-12);
}

TEST_CASE("Bernoulli schedule: local steps may expand if communication is frequent", "[oracles]") {
  // radius(D_2) = |1 - 2 h 3|, finite second moment needs (1 - p_c) radius^2 < 1.
  const GaussianProblem problem = test::two_clients();
  const LangevinStep step{0.38, 1, 0, {}, {}};
  const Moments law = test::known(bernoulli_schedule_law(problem, step, 0.6));
  check_close(law, test::full_state_fald(problem, step, 0.6), 1e-12);
  const auto local = bernoulli_schedule_law(problem, step, 0.3);
  CHECK_FALSE(local.moments);
  CHECK(local.moments.reason().find("local steps diverge") != std::string::npos);
}

TEST_CASE("stable local growth is not enough: the averaged step must contract", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  const auto law = bernoulli_schedule_law(problem, {0.51, 1, 0, {}, {}}, 1);
  CHECK_FALSE(law.moments);
  CHECK(law.moments.reason().find("does not contract") != std::string::npos);
  CHECK_FALSE(fixed_schedule_law(problem, {0.51, 1, 0, {}, {}}, 1).moments);
}

TEST_CASE("Bernoulli schedule: a law exists exactly where the step of the second moment contracts",
          "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  for (double h : {0.1, 0.3, 0.34, 0.38, 0.45, 0.49, 0.51, 0.6}) {
    for (double p_c : {0.05, 0.3, 0.6, 0.9, 1.0}) {
      const LangevinStep step{h, 1, 1, {}, {}};
      const double radius = test::full_state_fald_radius(problem, step, p_c);
      INFO("h " << h << " p_c " << p_c << " radius " << radius);
      CHECK(bernoulli_schedule_law(problem, step, p_c).moments.has_value() == (radius < 1));
    }
  }
}

TEST_CASE("the bias of the mean is of first order in the step", "[oracles]") {
  test::Generator generator(39);
  const GaussianProblem problem = test::random_problem(generator, 3, 2);
  const auto bias = [&](double h) {
    return bernoulli_schedule_law(problem, {h, 1, 0, {}, {}}, 0.2).moments->mean.norm();
  };
  CHECK(bias(1e-5) / bias(5e-6) == Approx(2).epsilon(1e-3));
}

TEST_CASE("block path and dense path of the Bernoulli schedule agree", "[oracles]") {
  // Rotating a problem hides its blocks; the second moment of the deviation does not change.
  test::Generator generator(37);
  const Eigen::Index d = GENERATE(Eigen::Index{6}, Eigen::Index{14});
  const GaussianProblem blocks = test::toy_of_fald(generator, 4, d);
  const GaussianProblem dense = test::rotated(generator, blocks);
  const double p_c = 0.2;
  const LangevinStep step{0.2 * p_c * blocks.step_bound(), 1, 0.3, {}, {}};
  const Moments by_blocks = test::known(bernoulli_schedule_law(blocks, step, p_c));
  const Moments at_once = test::known(bernoulli_schedule_law(dense, step, p_c));
  CHECK(second_moment(at_once) == Approx(second_moment(by_blocks)).epsilon(1e-10));
  CHECK(at_once.covariance.norm() == Approx(by_blocks.covariance.norm()).epsilon(1e-10));
  CHECK(at_once.mean.norm() == Approx(by_blocks.mean.norm()).epsilon(1e-10));
}

TEST_CASE("rho = 1 leaves less variance than rho = 0 in the average", "[oracles]") {
  test::Generator generator(38);
  const GaussianProblem problem = test::random_problem(generator, 4, 3);
  const double h = 0.05 * problem.step_bound();
  const Moments own = test::known(bernoulli_schedule_law(problem, {h, 1, 0, {}, {}}, 0.1));
  const Moments shared = test::known(bernoulli_schedule_law(problem, {h, 1, 1, {}, {}}, 0.1));
  CHECK(shared.covariance.trace() < own.covariance.trace());
  CHECK(test::distance(shared.mean, own.mean) < 1e-12);
}

TEST_CASE("averaged laws refuse constants out of range", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  const LangevinStep step{0.05, 1, 0, {}, {}};
  CHECK_THROWS_AS(fixed_schedule_law(problem, step, 0), std::invalid_argument);
  CHECK_THROWS_AS(bernoulli_schedule_law(problem, step, 0), std::invalid_argument);
  CHECK_THROWS_AS(bernoulli_schedule_law(problem, step, 1.1), std::invalid_argument);
  CHECK_THROWS_AS(fixed_schedule_law(problem, {0, 1, 0, {}, {}}, 2), std::invalid_argument);
  CHECK_THROWS_AS(fixed_schedule_law(problem, {0.1, -1, 0, {}, {}}, 2), std::invalid_argument);
  CHECK_THROWS_AS(fixed_schedule_law(problem, {0.1, 1, 1.5, {}, {}}, 2), std::invalid_argument);
  CHECK_THROWS_AS(fixed_schedule_law(problem, {0.1, 1, 0, {0.5, 0.6}, {}}, 2),
                  std::invalid_argument);
  CHECK_THROWS_AS(fixed_schedule_law(problem, {0.1, 1, 0, {1.0}, {}}, 2), std::invalid_argument);
}
