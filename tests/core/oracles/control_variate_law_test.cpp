#include "oracles/control_variate_law.hpp"

#include "full_state_reference.hpp"
#include "oracles/averaged_chain.hpp"
#include "oracles/averaging_law.hpp"
#include "problems.hpp"
#include "test.hpp"

namespace control_variate_law_test {

using namespace skald::oracles;

namespace {

void check_close(const Moments& found, const Moments& expected, double relative) {
  CHECK(found.mean.norm() == 0);
  CHECK(test::distance(found.covariance, expected.covariance) <=
        relative * expected.covariance.norm());
}

}  // namespace

TEST_CASE("VR-FALD*: printed variances of the two-client problem", "[oracles]") {
  const auto [p_c, q_cv, tau, variance] =
      GENERATE(std::tuple{0.5, 0.5, 0.0, 0.28433981275}, std::tuple{0.5, 0.5, 1.0, 0.280319409553},
               std::tuple{0.2, 0.3, 0.0, 0.301046369937}, std::tuple{0.2, 0.3, 1.0, 0.286245133906},
               std::tuple{1.0, 0.4, 0.5, 0.277777777778});
  const Moments law = test::known(
      control_variate_law(test::two_clients(), {0.05, 1, std::sqrt(tau), {}, {}}, p_c, q_cv));
  CHECK(second_moment(law) == Approx(variance).epsilon(1e-9));
}

TEST_CASE("VR-FALD* agrees with the full state", "[oracles]") {
  test::Generator generator(41);
  const GaussianProblem problem = test::random_problem(generator, 3, 2);
  const double p_c = GENERATE(1.0, 0.7, 0.2);
  const double q_cv = GENERATE(1.0, 0.2, 0.05);
  const double rho = GENERATE(0.0, 0.6, 1.0);
  const LangevinStep step{0.2 * p_c * problem.step_bound(), 0.8, rho, {0.2, 0.5, 0.3}, {}};
  const Moments law = test::known(control_variate_law(problem, step, p_c, q_cv));
  check_close(law, test::full_state_vr_fald(problem, step, p_c, q_cv), 1e-12);
}

TEST_CASE("VR-FALD* with p_c = 1 is ULA for any q_cv", "[oracles]") {
  test::Generator generator(42);
  const GaussianProblem problem = test::random_problem(generator, 4, 3);
  const double h = 0.3 * problem.step_bound();
  const auto ula = ula_stationary_law(problem, h, 1);
  const Moments law =
      test::known(control_variate_law(problem, {h, 1, 0.5, {}, {}}, 1, GENERATE(1.0, 0.3, 0.01)));
  check_close(law, *ula.moments, 1e-11);
}

TEST_CASE("VR-FALD* on identical clients is FALD", "[oracles]") {
  test::Generator generator(43);
  const GaussianProblem one = test::random_problem(generator, 1, 3);
  const GaussianProblem problem({one.client(0), one.client(0), one.client(0)});
  const LangevinStep step{0.02, 1, 0.3, {}, {}};
  const Moments fald = test::known(bernoulli_schedule_law(problem, step, 0.2));
  const Moments corrected = test::known(control_variate_law(problem, step, 0.2, 0.1));
  CHECK(fald.mean.norm() < 1e-12);
  check_close(corrected, fald, 1e-11);
}

TEST_CASE("VR-FALD*: block path and dense path agree", "[oracles]") {
  test::Generator generator(44);
  const Eigen::Index d = GENERATE(Eigen::Index{4}, Eigen::Index{8});
  const GaussianProblem blocks = test::toy_of_fald(generator, 4, d);
  const GaussianProblem dense = test::rotated(generator, blocks);
  const LangevinStep step{0.04 * blocks.step_bound(), 1, 0.3, {}, {}};
  const Moments by_blocks = test::known(control_variate_law(blocks, step, 0.2, 0.2));
  const Moments at_once = test::known(control_variate_law(dense, step, 0.2, 0.2));
  CHECK(second_moment(at_once) == Approx(second_moment(by_blocks)).epsilon(1e-10));
  CHECK(at_once.covariance.norm() == Approx(by_blocks.covariance.norm()).epsilon(1e-10));
}

TEST_CASE("VR-FALD*: simulated average, at communications and at every iteration", "[oracles]") {
  // Independent chains of the published loop from the mode; 120 iterations forget the start. The
  // law is a scale mixture of Gaussians near one Gaussian: Var x^2 <= 3 V^2. Five standard errors
  // fail by chance with probability below 1e-6 each.
  const double h = 0.05, p_c = 0.2, q_cv = 0.3;
  const std::array<double, 2> curvature{1, 3}, minimiser{-1, 1};
  const auto gradient = [&](std::size_t c, double x) { return curvature[c] * (x - minimiser[c]); };
  std::mt19937_64 generator(45);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const int chains = 100000;
  double all = 0, communicated = 0, communications = 0;
  for (int r = 0; r < chains; ++r) {
    std::array<double, 2> x{0.5, 0.5};
    double y = 0.5;
    bool average_now = false;
    for (int k = 0; k < 120; ++k) {
      const double shift = (gradient(0, y) + gradient(1, y)) / 2;
      const double mean = (x[0] + x[1]) / 2;
      for (std::size_t c = 0; c < 2; ++c) {
        x[c] += -2 * h * (gradient(c, x[c]) - gradient(c, y) + shift) +
                std::sqrt(4 * h) * normal(generator);
      }
      if (uniform(generator) < q_cv) y = mean;
      average_now = uniform(generator) < p_c;
      if (average_now) x.fill((x[0] + x[1]) / 2);
    }
    const double square = std::pow((x[0] + x[1]) / 2 - 0.5, 2);
    all += square;
    if (!average_now) continue;
    communicated += square;
    ++communications;
  }
  const Moments law =
      test::known(control_variate_law(test::two_clients(), {h, 1, 0, {}, {}}, p_c, q_cv));
  const double V = second_moment(law);
  CHECK(std::abs(all / chains - V) < 5 * V * std::sqrt(3.0 / chains));
  CHECK(std::abs(communicated / communications - V) < 5 * V * std::sqrt(3 / communications));
}

TEST_CASE("VR-FALD*: no law for unstable steps", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  const auto local = control_variate_law(problem, {0.38, 1, 0, {}, {}}, 0.3, 0.3);
  CHECK_FALSE(local.moments);
  CHECK(local.moments.reason().find("local steps diverge") != std::string::npos);
  const auto averaged = control_variate_law(problem, {0.51, 1, 0, {}, {}}, 1, 0.3);
  CHECK_FALSE(averaged.moments);
  CHECK(averaged.moments.reason().find("does not contract") != std::string::npos);
}

TEST_CASE("VR-FALD*: a law exists exactly where the step of the second moment contracts",
          "[oracles]") {
  // The first client is nearly flat: between communications the others chase a stale reference
  // point and overshoot, although every local step contracts.
  const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
  const GaussianProblem problem(
      {{0.1 * one, Eigen::VectorXd::Ones(1)}, {3 * one, -Eigen::VectorXd::Ones(1)}});
  int stable = 0, unstable = 0;
  for (double h : {0.02, 0.1, 0.2, 0.25, 0.3, 0.4, 0.6}) {
    for (double p_c : {0.01, 0.1, 0.5, 1.0}) {
      for (double q_cv : {0.01, 0.1, 1.0}) {
        const LangevinStep step{h, 1, 1, {}, {}};
        const double radius = test::full_state_vr_fald_radius(problem, step, p_c, q_cv);
        INFO("h " << h << " p_c " << p_c << " q_cv " << q_cv << " radius " << radius);
        CHECK(control_variate_law(problem, step, p_c, q_cv).moments.has_value() == (radius < 1));
        ++(radius < 1 ? stable : unstable);
      }
    }
  }
  CHECK(stable > 10);
  CHECK(unstable > 10);
  const LangevinStep gentle{0.2, 1, 0, {}, {}};
  CHECK_FALSE(control_variate_law(problem, gentle, 0.01, 0.1).moments);
}

TEST_CASE("VR-FALD* refuses probabilities out of range", "[oracles]") {
  const LangevinStep step{0.05, 1, 0, {}, {}};
  CHECK_THROWS_AS(control_variate_law(test::two_clients(), step, 0, 0.1), std::invalid_argument);
  CHECK_THROWS_AS(control_variate_law(test::two_clients(), step, 0.1, 0), std::invalid_argument);
}

}  // namespace control_variate_law_test
