#include "oracles/stationary_law.hpp"

#include "oracles/averaged_chain.hpp"
#include "oracles/averaging_law.hpp"
#include "oracles/control_variate_law.hpp"
#include "problems.hpp"
#include "test.hpp"

using namespace skald::oracles;

namespace {

LangevinLaw averaging(double step) {
  LangevinLaw law;
  law.kind = LangevinLaw::Kind::averaging;
  law.step = step;
  return law;
}

void check_same(const StationaryLaw& found, const Moments& expected) {
  REQUIRE(found.moments);
  CHECK(test::distance(found.moments->mean, expected.mean) < 1e-12);
  CHECK(test::distance(found.moments->covariance, expected.covariance) < 1e-12);
}

}  // namespace

TEST_CASE("every family reaches its oracle", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  LangevinLaw law;
  law.step = 0.05;
  CHECK(second_moment(*stationary_law(problem, law).moments) == Approx(0.2777777777778));

  law = averaging(0.05);
  law.p_c = 0.2;
  law.rho = 1;
  CHECK(second_moment(*stationary_law(problem, law).moments) == Approx(0.338834139866));
  law.kind = LangevinLaw::Kind::control_variate;
  law.q_cv = 0.3;
  CHECK(second_moment(*stationary_law(problem, law).moments) == Approx(0.286245133906));

  law = averaging(0.05);
  law.K = 3;
  law.at_communication = true;
  CHECK(stationary_law(problem, law).moments->covariance(0, 0) == Approx(0.2943858881106));
  law.at_communication = false;
  const LangevinStep step{0.05, 1, 0, {}, {}};
  check_same(stationary_law(problem, law),
             iteration_law(problem, step, 3, *fixed_schedule_law(problem, step, 3).moments));
}

TEST_CASE("weights and gradient noise arrive in the order of the clients", "[oracles]") {
  test::Generator generator(71);
  const GaussianProblem problem = test::random_problem(generator, 2, 2);
  const std::vector<double> weights{0.3, 0.7};
  const Eigen::MatrixXd first = test::random_problem(generator, 1, 2).precision();
  const Eigen::MatrixXd second = test::random_problem(generator, 1, 2).precision();
  std::vector<double> noise(first.data(), first.data() + 4);
  noise.insert(noise.end(), second.data(), second.data() + 4);
  LangevinLaw law = averaging(0.02);
  law.p_c = 0.3;
  law.full_batch = false;
  law.weights = weights;
  law.gradient_noise = noise;
  check_same(stationary_law(problem, law),
             *bernoulli_schedule_law(problem, {0.02, 1, 0, weights, {first, second}}, 0.3).moments);
  law.kind = LangevinLaw::Kind::single_chain;
  const Eigen::MatrixXd sum = first + second;
  law.gradient_noise = {sum.data(), 4};
  check_same(stationary_law(problem, law),
             *stationary(single_chain_kernel(problem, 0.02, 1, first + second)));
  law.gradient_noise = noise;
  law.kind = LangevinLaw::Kind::control_variate;
  law.q_cv = 0.2;
  check_same(stationary_law(problem, law),
             *control_variate_law(problem, {0.02, 1, 0, weights, {}}, 0.3, 0.2).moments);
}

TEST_CASE("partial participation is known for equal clients at communications", "[oracles]") {
  const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
  const GaussianProblem equal(
      {{one, Eigen::VectorXd::Constant(1, -1)}, {one, Eigen::VectorXd::Constant(1, 1)}});
  LangevinLaw law = averaging(0.05);
  law.K = 4;
  law.participation = LangevinLaw::Participation::without_replacement;
  law.S = 2;
  law.at_communication = true;
  check_same(stationary_law(equal, law), *ula_stationary_law(equal, 0.05, 1).moments);
  CHECK_FALSE(stationary_law(test::two_clients(), law).moments);
  law.at_communication = false;
  CHECK_FALSE(stationary_law(equal, law).moments);
}

TEST_CASE("families without a closed form say why", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  LangevinLaw law = averaging(0.05);
  law.p_c = 0.2;
  law.full_batch = false;
  CHECK(stationary_law(problem, law).moments.reason().find("minibatches") != std::string::npos);
  CHECK_FALSE(stationary_law(problem, law).diverges);
  law.full_batch = true;
  law.kind = LangevinLaw::Kind::control_variate;
  CHECK(stationary_law(problem, law).moments.reason().find("q_cv = 0") != std::string::npos);
  law.p_c = 0;
  law.K = 5;
  CHECK(stationary_law(problem, law).moments.reason().find("random schedule") != std::string::npos);
  CHECK_FALSE(stationary_law(problem, law).diverges);
}

TEST_CASE("a chain that is unstable has a second moment, which is infinite", "[oracles]") {
  const GaussianProblem problem = test::two_clients();  // L = 4
  const auto check_diverges = [](const GaussianProblem& of, const LangevinLaw& law) {
    const StationaryLaw found = stationary_law(of, law);
    CHECK_FALSE(found.moments);
    CHECK(found.diverges);
    CHECK_FALSE(found.moments.reason().empty());
  };
  LangevinLaw law;
  law.step = 0.51;
  check_diverges(problem, law);
  const std::vector<double> noise{1.0};
  law.full_batch = false;
  law.gradient_noise = noise;
  check_diverges(problem, law);
  law.step = 0.49;
  CHECK_FALSE(stationary_law(problem, law).diverges);

  law = averaging(0.6);
  law.p_c = 0.5;  // local growth
  check_diverges(problem, law);
  law.kind = LangevinLaw::Kind::control_variate;
  law.q_cv = 0.5;
  check_diverges(problem, law);
  law.step = 0.51;
  law.p_c = 1;  // growth of the average
  check_diverges(problem, law);
  law.kind = LangevinLaw::Kind::averaging;
  check_diverges(problem, law);
  law.p_c = 0;
  law.K = 1;
  check_diverges(problem, law);

  const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
  const GaussianProblem equal(
      {{one, Eigen::VectorXd::Constant(1, -1)}, {one, Eigen::VectorXd::Constant(1, 1)}});
  law = averaging(1.1);
  law.K = 3;
  law.participation = LangevinLaw::Participation::without_replacement;
  law.S = 1;
  law.at_communication = true;
  check_diverges(equal, law);
}

TEST_CASE("contradictory or malformed descriptions are refused", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  LangevinLaw law = averaging(0.05);
  CHECK_THROWS_AS(stationary_law(problem, law), std::invalid_argument);
  law.K = 2;
  law.p_c = 0.5;
  CHECK_THROWS_AS(stationary_law(problem, law), std::invalid_argument);
  law.K = 0;
  const std::vector<double> noise{1.0};
  law.gradient_noise = noise;
  CHECK_THROWS_AS(stationary_law(problem, law), std::invalid_argument);
  const std::vector<double> two{1.0, 1.0};
  law.kind = LangevinLaw::Kind::single_chain;
  law.gradient_noise = two;
  CHECK_THROWS_AS(stationary_law(problem, law), std::invalid_argument);
  law.gradient_noise = {};
  law.step = 0;
  CHECK_THROWS_AS(stationary_law(problem, law), std::invalid_argument);
}

TEST_CASE("transitions lead to the stationary law of every family that has them", "[oracles]") {
  test::Generator generator(73);
  const GaussianProblem problem = test::random_problem(generator, 3, 2);
  const double step = 0.2 * problem.step_bound();
  LangevinLaw chain;
  chain.step = step;
  LangevinLaw rounds = averaging(step / 3);
  rounds.K = 4;
  rounds.rho = 0.5;
  rounds.at_communication = true;
  for (const LangevinLaw& law : {chain, rounds}) {
    const auto kernel = transition(problem, law);
    REQUIRE(kernel);
    check_same(stationary_law(problem, law), *stationary(*kernel));
    // Two transitions from a point are one after the other.
    const Moments start{Eigen::Vector2d(1, -2), Eigen::Matrix2d::Zero()};
    const Moments twice = apply(power(*kernel, 2), start);
    const Moments again = apply(*kernel, apply(*kernel, start));
    CHECK(test::distance(twice.mean, again.mean) < 1e-12);
    CHECK(test::distance(twice.covariance, again.covariance) < 1e-12);
  }
}

TEST_CASE("partial participation of equal clients has a transition, unequal ones have none",
          "[oracles]") {
  const Eigen::Matrix2d curvature = Eigen::Vector2d(1, 2).asDiagonal();
  const GaussianProblem equal(
      {{curvature, Eigen::Vector2d(1, 0)}, {curvature, Eigen::Vector2d(0, -1)}});
  LangevinLaw law = averaging(0.1);
  law.K = 2;
  law.at_communication = true;
  law.participation = LangevinLaw::Participation::without_replacement;
  law.S = 1;
  const auto kernel = transition(equal, law);
  REQUIRE(kernel);
  check_same(stationary_law(equal, law), *stationary(*kernel));
  CHECK_FALSE(transition(test::two_clients(), law));
}

TEST_CASE("random communications, estimates inside rounds and unknown batches have no transition",
          "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  LangevinLaw law = averaging(0.05);
  law.p_c = 0.2;
  law.at_communication = true;
  CHECK_FALSE(transition(problem, law));
  law.p_c = 0;
  law.K = 3;
  CHECK(transition(problem, law));
  law.full_batch = false;
  CHECK_FALSE(transition(problem, law));
  law.full_batch = true;
  law.at_communication = false;
  CHECK_FALSE(transition(problem, law));
}
